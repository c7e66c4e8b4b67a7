"""KFP component: write the model as a server loads it. Stage `hat.train.export`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def export(profile: str, store: str, base: str, hsa_rl: str) -> str:
    """Write the model as a server loads it. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("export", profile, store, {"base": base, "policy": f"{hsa_rl}/model"})
