"""KFP component: train the base on the trajectories. Stage `hat.train.hsa_sft`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def hsa_sft(profile: str, store: str, base: str, trajectories: str) -> str:
    """Train the base on the trajectories. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("hsa_sft", profile, store, {"base": base, "trajectories": trajectories})
