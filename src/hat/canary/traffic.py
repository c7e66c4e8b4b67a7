"""Simulated viewers who ask through the gateway, some at once, and then buy or do not."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import httpx

from hat.agent.service import Answer, Comment, Question
from hat.agent.trajectory import Trajectory
from hat.canary.gateway import SERVED_BY, VIEWER
from hat.canary.ledger import Ledger, Metric, Outcome
from hat.canary.spec import Stage
from hat.harness.state import HarnessState
from hat.room.request import Request
from hat.room.reward import Score, score
from hat.room.sampler import make_requests
from hat.room.viewers import outcome


@dataclass(frozen=True)
class Traffic:
    """The viewers of one experiment. Each asks once in a stage; what they ask follows from `seed` and the stage.

    `url` is the gateway's; at most `concurrency` requests are under way. `harnesses` are the harness states by arm: a
    reply is judged by the rules of the arm that made it.
    """

    experiment: str
    url: str
    harnesses: Mapping[str, HarnessState]
    ledger: Ledger
    seed: int
    concurrency: int

    def send(self, stage: Stage, viewers: Sequence[str]) -> None:
        """Let the viewers come, and record how good their replies were and what they bought."""
        stage_seed = int.from_bytes(hashlib.sha256(f"{self.seed}:{stage.name}".encode()).digest()[:4])
        requests = make_requests("test", stage.viewers, stage_seed)
        asyncio.run(self._come(stage, [(viewer, requests[_number(viewer)]) for viewer in viewers]))

    async def _come(self, stage: Stage, asking: Sequence[tuple[str, Request]]) -> None:
        places = asyncio.Semaphore(self.concurrency)
        async with httpx.AsyncClient(base_url=self.url, timeout=None, trust_env=False) as client:
            visits = [self._visit(client, places, stage, viewer, request) for viewer, request in asking]
            await asyncio.gather(*visits)

    async def _visit(
        self, client: httpx.AsyncClient, places: asyncio.Semaphore, stage: Stage, viewer: str, request: Request
    ) -> None:
        """Ask, and record what came of it at once; of a request that was not served, the gateway's error is all."""
        window = [Comment(viewer=comment.viewer, text=comment.text) for comment in request.window]
        question = Question(room=request.room, window=window, request_id=request.id, trace=True)
        async with places:
            started = time.monotonic()
            response = await client.post("/v1/reply", json=question.model_dump(), headers={VIEWER: viewer})
            seconds = time.monotonic() - started
        if not response.is_success:
            return
        answer = Answer.model_validate_json(response.content)
        judged = _judge(self.harnesses[response.headers[SERVED_BY]], request, answer)
        bought = outcome(viewer, request, judged, seconds, self.seed)
        values: dict[Metric, float] = {
            "judge": judged.accuracy * judged.effectiveness,
            "orders": bought.order,
            "gmv": bought.gmv,
        }
        self.ledger.record(self._outcomes(stage, viewer, request, values))

    def _outcomes(
        self, stage: Stage, viewer: str, request: Request, values: Mapping[Metric, float]
    ) -> Iterator[Outcome]:
        now = time.time()
        for metric, value in values.items():
            key = f"{self.experiment}:{stage.name}:{viewer}:{request.id}:{metric}"
            yield Outcome(key, self.experiment, stage.name, viewer, metric, value, now)


def _number(viewer: str) -> int:
    """The place of `viewer-<n>` in its stage."""
    return int(viewer.rpartition("-")[2])


def _judge(state: HarnessState, request: Request, answer: Answer) -> Score:
    """The room's own judgement of an answer that came with its trace."""
    return score(
        state,
        request,
        Trajectory(
            request_id=request.id,
            harness=answer.harness,
            system="",
            user=request.text,
            steps=answer.trace or (),
            prompt_ids=(),
            ids=(),
            trained=(),
            segments=(),
            logprobs=(),
            reply=answer.reply,
            seconds=answer.seconds,
        ),
    )
