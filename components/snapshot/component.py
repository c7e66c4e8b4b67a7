"""KFP component: check the harness and keep a canonical copy of it. Stage `hat.harness.snapshot`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def snapshot(profile: str, store: str, harness: str) -> str:
    """Check the harness and keep a canonical copy of it. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("snapshot", profile, store, {"harness": harness})
