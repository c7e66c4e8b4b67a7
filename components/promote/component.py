"""KFP component: promote the candidate or roll back. Stage `hat.registry.promote`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def promote(profile: str, store: str, register: str, ab: str) -> str:
    """Promote the candidate or roll back. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("promote", profile, store, {"register": register, "ab": ab})
