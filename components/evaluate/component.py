"""KFP component: score base and candidate on the four suites. Stage `hat.evals.evaluate`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def evaluate(profile: str, store: str, snapshot: str, base: str, export: str) -> str:
    """Score base and candidate on the four suites. Returns the stage's folder."""
    from hat.stage import run_stage

    inputs = {
        "harness": f"{snapshot}/harness",
        "base": base,
        "candidate": f"{export}/model",
    }
    return run_stage("evaluate", profile, store, inputs)
