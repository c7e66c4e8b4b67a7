"""What the agent loop asks of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hat.agent.trajectory import Step, Turn
from hat.errors import InfrastructureError
from hat.harness.state import HarnessState


@dataclass(frozen=True)
class Prompt:
    """One turn to be made.

    `ids` are the exact tokens so far (empty when the loop runs without a `Chat`); `messages` and `tools` say the same
    in OpenAI's format. `stop` are strings after which the turn ends, besides the end-of-turn token. `state` and `steps`
    are for clients that are no model, such as an expert that is written in code.
    """

    request_id: str
    state: HarnessState
    messages: tuple[dict[str, Any], ...]
    tools: tuple[dict[str, Any], ...]
    ids: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    stop: tuple[str, ...] = ()


class ModelClient(Protocol):
    """Anything that makes turns."""

    def generate(self, prompts: Sequence[Prompt]) -> Sequence[Turn | InfrastructureError]:
        """One turn for each prompt, in order; an error stands in the place of a turn that could not be made."""
        ...
