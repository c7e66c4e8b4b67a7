"""IFEval: does the model still follow plain instructions, without harness and tools?

IFEval's own prompts when its file is given (cases `ifeval`), else generated short prompts in the same
registry's terms (cases `ifeval-generated`); the two are never mixed. Accuracy is prompt-level strict: every instruction
followed. Effectiveness is the share of instructions followed. `checks` holds the loose marks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hat.agent.client import Prompt
from hat.agent.trajectory import Turn
from hat.errors import InfrastructureError
from hat.evals.case import CaseResult
from hat.evals.instructions import Instruction, read_official, verify
from hat.evals.suite import Progress, Setting, Subject
from hat.harness.state import HarnessState

_BATCH = 64
_NO_HARNESS = HarnessState("none", "0", "en", {}, (), (), (), ())


def evaluate(subject: Subject, setting: Setting, progress: Progress) -> list[CaseResult]:
    """See `Suite`; neither the harness nor the judge plays a part."""
    name, instructions = _instructions(setting)
    results = []
    for start in range(0, len(instructions), _BATCH):
        batch = instructions[start : start + _BATCH]
        turns = subject.client.generate([_prompt(subject, f"{name}-{start + i}", each) for i, each in enumerate(batch)])
        results += [
            check(name, f"{name}-{start + i}", instruction, turn)
            for i, (instruction, turn) in enumerate(zip(batch, turns, strict=True))
        ]
        progress(len(batch))
    return results


def _instructions(setting: Setting) -> tuple[str, Sequence[Instruction]]:
    if setting.prompts:
        official = read_official(setting.prompts)
        return "ifeval", random.Random(setting.seed).sample(official, min(setting.count, len(official)))
    from hat.micro.instructions import make_instructions

    return "ifeval-generated", make_instructions("test", setting.count, setting.seed)


def _prompt(subject: Subject, case: str, instruction: Instruction) -> Prompt:
    messages = ({"role": "user", "content": instruction.prompt},)
    ids = tuple(subject.chat.first(messages, None)) if subject.chat else ()
    return Prompt(request_id=case, state=_NO_HARNESS, messages=messages, tools=(), ids=ids)


def check(suite: str, case: str, instruction: Instruction, turn: Turn | InfrastructureError) -> CaseResult:
    """Judge one answer. A failed turn, or a checker whose data is missing, leaves the case unscored."""
    kind = instruction.instruction_ids[0] if len(instruction.instruction_ids) == 1 else "several"
    unscored = CaseResult(suite, case, kind, instruction.prompt, (), "", None, None)
    if isinstance(turn, InfrastructureError):
        return replace(unscored, infrastructure=turn.kind)
    try:
        verdict = verify(instruction, turn.content)
    except InfrastructureError as error:
        return replace(unscored, said=turn.content, infrastructure=error.kind)
    total = len(verdict.ids)
    return replace(
        unscored,
        thought=turn.thinking,
        said=turn.content,
        accuracy=int(all(verdict.strict)),
        effectiveness=sum(verdict.strict) / total,
        reasons=tuple(f"not followed: {broken}" for broken in verdict.broken),
        checks={"prompt_loose": float(all(verdict.loose)), "instruction_loose": sum(verdict.loose) / total},
    )
