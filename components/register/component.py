"""KFP component: register model and harness in MLflow. Stage `hat.registry.register`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def register(
    profile: str,
    store: str,
    snapshot: str,
    hsa_sft: str,
    general_opd: str,
    hsa_rl: str,
    export: str,
    evaluate: str,
    gate: str,
) -> str:
    """Register model and harness in MLflow. Returns the stage's folder."""
    from hat.stage import run_stage

    inputs = {
        "harness": f"{snapshot}/harness",
        "model": f"{export}/model",
        "scores": evaluate,
        "gate": gate,
        "hsa_sft": hsa_sft,
        "general_opd": general_opd,
        "hsa_rl": hsa_rl,
    }
    return run_stage("register", profile, store, inputs)
