"""KFP component: decide whether the candidate may go on. Stage `hat.evals.gate`."""

from kfp import dsl

from components.image import IMAGE


@dsl.component(base_image=IMAGE, install_kfp_package=False)
def gate(profile: str, store: str, evaluate: str, folder: dsl.OutputPath(str)) -> str:  # type: ignore[valid-type]
    """Decide whether the candidate may go on. Writes the stage's folder to `folder`; returns `passed` or `rejected`."""
    from pathlib import Path

    from hat.cache import read_result
    from hat.stage import run_stage

    done = run_stage("gate", profile, store, {"evaluation": evaluate})
    Path(folder).write_text(done)
    return "passed" if read_result(Path(done)).metrics["passed"] else "rejected"
