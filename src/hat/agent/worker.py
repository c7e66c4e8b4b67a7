"""The thread that answers a service's requests: whatever is live when a turn is made is made in one batch."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress

from hat.agent.client import ModelClient
from hat.agent.pool import Episode, Pool
from hat.agent.trajectory import Trajectory
from hat.errors import InfrastructureError


class Worker:
    """Runs episodes, at most `width` at a time; later ones wait. An episode whose future is cancelled is given up."""

    def __init__(self, client: ModelClient, width: int = 64) -> None:
        self._pool, self._width = Pool(client), width
        self._waiting: queue.Queue[tuple[Episode, Future[Trajectory]] | None] = queue.Queue()
        self._futures: dict[int, Future[Trajectory]] = {}
        self._count = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether it still works."""
        return self._thread.is_alive()

    def submit(self, episode: Episode) -> Future[Trajectory]:
        """The trajectory to come, or the error that ended the episode."""
        future: Future[Trajectory] = Future()
        self._waiting.put((episode, future))
        return future

    def close(self) -> None:
        """Stop after the round in progress."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while self._admit():
            for number in [n for n, future in self._futures.items() if future.cancelled()]:
                self._pool.drop(number)
                del self._futures[number]
            try:
                ended = self._pool.round()
            except Exception as error:
                self._fail(InfrastructureError("generation", f"{type(error).__name__}: {error}"))
                continue
            for number, outcome in ended.items():
                _settle(self._futures.pop(number), outcome)
        self._fail(InfrastructureError("shutdown", "the service is stopping"))

    def _admit(self) -> bool:
        """Let waiting episodes in, after the first one came when there are none; False to stop."""
        while len(self._futures) < self._width:
            try:
                entry = self._waiting.get(block=not self._futures)
            except queue.Empty:
                break
            if entry is None:
                return False
            episode, future = entry
            self._count += 1
            self._futures[self._count] = future
            self._pool.add(self._count, episode)
        return True

    def _fail(self, error: InfrastructureError) -> None:
        for number, future in self._futures.items():
            self._pool.drop(number)
            _settle(future, error)
        self._futures = {}


def _settle(future: Future[Trajectory], outcome: Trajectory | Exception) -> None:
    with suppress(InvalidStateError):  # it may have been cancelled meanwhile
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
