"""KFP component: distil the base's general abilities back into the student. Stage `hat.train.general_opd`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def general_opd(profile: str, store: str, base: str, hsa_sft: str) -> str:
    """Distil the base's general abilities back into the student. Returns the stage's folder."""
    from hat.stage import run_stage

    return run_stage("general_opd", profile, store, {"base": base, "policy": f"{hsa_sft}/model"})
