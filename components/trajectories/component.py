"""KFP component: a teacher's trajectories under original and augmented harnesses. Stage `hat.train.trajectories`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def trajectories(profile: str, store: str, snapshot: str, base: str) -> str:
    """Record a teacher's trajectories under original and augmented harnesses. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("trajectories", profile, store, {"harness": f"{snapshot}/harness", "base": base})
