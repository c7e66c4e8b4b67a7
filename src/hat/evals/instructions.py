"""IFEval's checkers on one response: strict and loose, by instruction (Zhou et al. 2023, arXiv:2311.07911).

The checkers are those of `if-verifiable`. Two of them tokenise with NLTK's `punkt_tab` data; without it their
instructions cannot be judged, which is reported as a failure of infrastructure and not of the model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hat.errors import BadInput, Fault, InfrastructureError


class Instruction(Protocol):
    """A prompt with instructions that code can verify: IFEval's registry ids and, for each, its arguments."""

    @property
    def prompt(self) -> str:
        """What the model is asked."""

    @property
    def instruction_ids(self) -> Sequence[str]:
        """Registry ids, such as `keywords:existence`."""

    @property
    def kwargs(self) -> Sequence[Mapping[str, Any]]:
        """The arguments of each id's checker, in the same order."""


@dataclass(frozen=True)
class OfficialInstruction:
    """A line of IFEval's own prompts."""

    prompt: str
    instruction_ids: tuple[str, ...]
    kwargs: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Verdict:
    """Whether each instruction was followed, in the prompt's order: strictly, and after IFEval's loose clean-ups."""

    ids: tuple[str, ...]
    strict: tuple[bool, ...]
    loose: tuple[bool, ...]

    @property
    def broken(self) -> tuple[str, ...]:
        """Ids of the instructions that were not followed strictly."""
        return tuple(i for i, kept in zip(self.ids, self.strict, strict=True) if not kept)


def verify(instruction: Instruction, response: str) -> Verdict:
    """Check a response.

    Raises InfrastructureError when a checker's language data is not installed, BadInput for an unknown instruction id.
    """
    import langdetect
    from if_verifiable import IFEvalSample, evaluate_output_for_sample
    from if_verifiable.ifeval.instructions_registry import INSTRUCTION_DICT

    ids = tuple(instruction.instruction_ids)
    unknown = [i for i in ids if i not in INSTRUCTION_DICT]
    if unknown:
        raise BadInput(*(Fault(i, "no such IFEval instruction", "Use an id of IFEval's registry") for i in unknown))
    langdetect.DetectorFactory.seed = 0
    sample = IFEvalSample(0, instruction.prompt, list(ids), list(instruction.kwargs))
    try:
        results, _ = evaluate_output_for_sample("ifeval", sample, response)
    except LookupError as error:
        raise InfrastructureError(
            "nltk-data", "IFEval's checkers need NLTK's punkt_tab data. Run `python -m nltk.downloader punkt_tab`"
        ) from error
    if not results:
        return Verdict(ids, (False,) * len(ids), (False,) * len(ids))
    return Verdict(ids, tuple(r.strict_pass for r in results), tuple(r.loose_pass for r in results))


def read_official(path: Path) -> list[OfficialInstruction]:
    """IFEval's prompts from its `input_data.jsonl`. Raises BadInput with the line at fault."""
    if not path.is_file():
        raise BadInput(Fault(str(path), "no such file", "Give the path of IFEval's input_data.jsonl"))
    faults, instructions = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            kwargs = tuple({k: v for k, v in given.items() if v is not None} for given in data["kwargs"])
            instructions.append(OfficialInstruction(data["prompt"], tuple(data["instruction_id_list"]), kwargs))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            faults.append(Fault(str(path), f"no IFEval prompt: {error}", "Restore the original line", line=number))
    if faults:
        raise BadInput(*faults)
    return instructions
