"""The training pipeline: from a harness to a promoted, rejected or rolled-back model.

`hat run` runs it on one machine, `hat pipeline compile` writes it for a cluster. Every task passes on the path of its
stage's folder in `store`; `profile` holds the settings of all stages as JSON. KFP never skips the snapshot, for the
same path may hold another harness; all other paths name content. The condition reads the gate's unnamed output because
KFP's local runner resolves no named ones in conditions.
"""

from kfp import dsl

from components.ab.component import ab
from components.evaluate.component import evaluate
from components.export.component import export
from components.gate.component import gate
from components.general_opd.component import general_opd
from components.hsa_rl.component import hsa_rl
from components.hsa_sft.component import hsa_sft
from components.promote.component import promote
from components.register.component import register
from components.snapshot.component import snapshot
from components.trajectories.component import trajectories


@dsl.pipeline(name="hat-training", description="Train a model to read its harness; evaluate, gate, A/B, promote.")
def training(harness: str, base: str, profile: str, store: str) -> None:
    """Train on the folder `harness` from the model folder `base`."""
    common = {"profile": profile, "store": store}
    copy = snapshot(**common, harness=harness).set_caching_options(False).output
    recorded = trajectories(**common, snapshot=copy, base=base).output
    tuned = hsa_sft(**common, base=base, trajectories=recorded).output
    distilled = general_opd(**common, base=base, hsa_sft=tuned).output
    reinforced = hsa_rl(**common, snapshot=copy, general_opd=distilled).output
    model = export(**common, base=base, hsa_rl=reinforced).output
    scores = evaluate(**common, snapshot=copy, base=base, export=model).output
    gated = gate(**common, evaluate=scores)
    verdict = gated.outputs["folder"]
    version = register(
        **common,
        snapshot=copy,
        hsa_sft=tuned,
        general_opd=distilled,
        hsa_rl=reinforced,
        export=model,
        evaluate=scores,
        gate=verdict,
    ).output
    with dsl.If(gated.outputs["Output"] == "passed", name="passed"):
        compared = ab(**common, register=version, base=base).output
        promote(**common, register=version, ab=compared)
