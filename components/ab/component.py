"""KFP component: serve candidate, champion and control, and compare them on viewers. Stage `hat.canary.ab`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def ab(profile: str, store: str, register: str, base: str) -> str:
    """Serve candidate, champion and control, and compare them on viewers. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("ab", profile, store, {"register": register, "base": base})
