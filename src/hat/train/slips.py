"""A teacher that sometimes replies too early, so that a hook objects and it has to recover."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hat.agent.client import ModelClient, Prompt
from hat.agent.trajectory import Turn
from hat.errors import InfrastructureError

SLIP = "<think>\nrules: none\n</think>\n\nWelcome to our live room!"
"""A reply before any skill was loaded."""


class SlippingClient:
    """Passes prompts to `client`, but slips on the first turn of a `share` of the requests, drawn by `seed`."""

    def __init__(self, client: ModelClient, slip: Turn, share: float, seed: int) -> None:
        self.client, self.slip, self.share, self.seed = client, slip, share, seed

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        """One turn for each prompt, in order."""
        turns = self.client.generate(prompts)
        return [self.slip if self._slips(p) else turn for p, turn in zip(prompts, turns, strict=True)]

    def _slips(self, prompt: Prompt) -> bool:
        return not prompt.steps and random.Random(f"slip/{self.seed}/{prompt.request_id}").random() < self.share
