"""Export: the final policy as a folder that a model server loads, multi-token-prediction head included.

transformers leaves out `mtp.*` tensors when it loads a model, so the policy has lost them: they are taken from the
base's weights and put back, and the result is read again to prove it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hat.errors import HatError
from hat.settings import Settings
from hat.storage import digest_folder
from hat.train.policy import FOLDER, load_model, load_tokenizer

if TYPE_CHECKING:
    from torch import Tensor

MTP = "mtp."
"""What the names of the multi-token-prediction head's tensors begin with."""

_REMEDY = "Remove this folder and run again; if it stays, report it"


class ExportSettings(Settings):
    """`probe` tokens are run through the policy and the export; their logits must be equal."""

    probe: int = 64


def run(config: ExportSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Write `out/model` from `inputs["policy"]` and the MTP head of `inputs["base"]`.

    The result has the folder's digest and the number of MTP tensors. Raises HatError when what was written differs from
    the policy or the base.
    """
    policy, tokenizer = load_model(inputs["policy"]), load_tokenizer(inputs["policy"])
    head = mtp_tensors(inputs["base"])
    folder = out / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    policy.save_pretrained(folder, state_dict={**policy.state_dict(), **head})
    tokenizer.save_pretrained(folder)
    verify(folder, policy, head, config.probe)
    return {"digest": digest_folder(folder), "mtp_tensors": len(head), "parameters": policy.num_parameters()}


def mtp_tensors(folder: Path) -> dict[str, Tensor]:
    """The `mtp.*` tensors in a model folder's safetensors files, by name."""
    from safetensors import safe_open

    tensors: dict[str, Tensor] = {}
    for path in sorted(folder.glob("*.safetensors")):
        with safe_open(path, "pt") as file:
            names = [name for name in file.keys() if name.startswith(MTP)]  # noqa: SIM118
            tensors |= {name: file.get_tensor(name) for name in names}
    return tensors


def verify(folder: Path, policy: Any, head: dict[str, Tensor], probe: int) -> None:
    """Read an export again: same logits as the policy, same MTP tensors as the base. Raises HatError when not."""
    import torch

    written = mtp_tensors(folder)
    wrong = sorted(name for name in head.keys() | written.keys() if not _same(head.get(name), written.get(name)))
    if wrong:
        raise HatError(f"{folder}: MTP tensors differ from the base's: {', '.join(wrong)}. {_REMEDY}")
    ids = torch.arange(probe)[None] % policy.config.vocab_size
    with torch.inference_mode():
        apart = (load_model(folder)(input_ids=ids).logits - policy(input_ids=ids).logits).abs().max().item()
    if apart > 0:
        raise HatError(f"{folder}: logits differ from the policy's by up to {apart}. {_REMEDY}")


def _same(one: Tensor | None, other: Tensor | None) -> bool:
    return one is not None and other is not None and one.dtype == other.dtype and one.equal(other)
