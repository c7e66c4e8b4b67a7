"""Episodes that run in lockstep: each round makes one turn for every one of them."""

from __future__ import annotations

from collections.abc import Generator

from hat.agent.client import ModelClient, Prompt
from hat.agent.trajectory import Trajectory, Turn
from hat.errors import InfrastructureError

Episode = Generator[Prompt, Turn, Trajectory]
"""Yields a prompt whenever it needs a turn, and is sent the turn.

Throw an `InfrastructureError` into it when the turn could not be made: the trajectory records its kind.
"""


class Pool:
    """The live episodes of one model client, each under a number of the caller's choice."""

    def __init__(self, client: ModelClient) -> None:
        self.client = client
        self._live: dict[int, tuple[Episode, Prompt]] = {}
        self._ended: dict[int, Trajectory | Exception] = {}

    def __len__(self) -> int:
        return len(self._live)

    def add(self, number: int, episode: Episode) -> None:
        """Start an episode."""
        self._advance(number, episode, None)

    def drop(self, number: int) -> None:
        """Give up an episode that nobody waits for any longer."""
        self._live.pop(number, None)
        self._ended.pop(number, None)

    def round(self) -> dict[int, Trajectory | Exception]:
        """Make one turn for each episode; what those that ended since the last round came to."""
        turns = self.client.generate([prompt for _, prompt in self._live.values()]) if self._live else []
        for (number, (episode, _)), turn in zip(list(self._live.items()), turns, strict=True):
            self._advance(number, episode, turn)
        ended, self._ended = self._ended, {}
        return ended

    def _advance(self, number: int, episode: Episode, turn: Turn | InfrastructureError | None) -> None:
        try:
            if isinstance(turn, InfrastructureError):
                prompt = episode.throw(turn)
            else:
                prompt = next(episode) if turn is None else episode.send(turn)
            self._live[number] = episode, prompt
        except StopIteration as end:
            self._end(number, end.value)
        except Exception as error:
            self._end(number, error)

    def _end(self, number: int, outcome: Trajectory | Exception) -> None:
        self._live.pop(number, None)
        self._ended[number] = outcome
