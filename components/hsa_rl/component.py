"""KFP component: reinforce the student in the room, under augmented harnesses. Stage `hat.train.hsa_rl`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def hsa_rl(profile: str, store: str, snapshot: str, general_opd: str) -> str:
    """Reinforce the student in the room, under augmented harnesses. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("hsa_rl", profile, store, {"harness": f"{snapshot}/harness", "policy": f"{general_opd}/model"})
