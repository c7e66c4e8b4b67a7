"""KFP component: register model and harness in MLflow. The stage is `hat.registry.register`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def register(profile: str, store: str, snapshot: str, export: str, evaluate: str, gate: str) -> str:
    """Register model and harness in MLflow. Returns the stage's folder."""
    from hat.stage import run_stage

    inputs = {
        "harness": f"{snapshot}/harness",
        "model": f"{export}/model",
        "evaluation": evaluate,
        "gate": gate,
    }
    return run_stage("register", profile, store, inputs)
