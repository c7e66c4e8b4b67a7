"""The gateway: every viewer's requests go to the agent service of the viewer's arm, and are logged.

Traffic is split here, at the agent, because one reply makes many model calls. When an arm's service fails, control
answers instead; the failure counts for the arm that was assigned, and so does the viewer.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import httpx
from fastapi import FastAPI, Header, Request, Response
from fastapi.concurrency import run_in_threadpool

from hat.canary.ledger import Exposure, Ledger, Metric, Outcome
from hat.canary.spec import CONTROL, Stage
from hat.canary.split import Split

VIEWER, ARM, SERVED_BY = "x-hat-viewer", "x-hat-arm", "x-hat-served-by"
"""Headers: who asks (from the client), the arm assigned, and the arm that answered. A client's own arm is ignored."""


def create_app(experiment: str, split: Split, services: Mapping[str, str], ledger: Ledger, timeout_s: float) -> FastAPI:
    """The gateway in front of `services` (arm -> base URL). A service that takes longer than `timeout_s` has failed."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(timeout=timeout_s, limits=limits, trust_env=False) as client:
            app.state.client = client
            yield

    app = FastAPI(title="HAT gateway", lifespan=lifespan)

    async def ask(arm: str, assigned: str, viewer: str, body: bytes) -> httpx.Response | None:
        """The service's answer; None when it failed."""
        headers = {VIEWER: viewer, ARM: assigned, "content-type": "application/json"}
        try:
            answer: httpx.Response = await app.state.client.post(
                f"{services[arm]}/v1/reply", content=body, headers=headers
            )
        except httpx.TransportError:
            return None
        return None if answer.is_server_error else answer

    def log(stage: Stage, viewer: str, arm: str, served: bool, values: Mapping[Metric, float]) -> None:
        now, event = time.time(), uuid.uuid4().hex
        if served:
            ledger.expose(Exposure(experiment, stage.name, viewer, arm, now))
        ledger.record(
            Outcome(f"{event}:{metric}", experiment, stage.name, viewer, metric, value, now)
            for metric, value in values.items()
        )

    @app.post("/v1/reply")
    async def reply(request: Request, viewer: str = Header(alias=VIEWER, min_length=1)) -> Response:
        """Answer a viewer through the arm that the viewer has."""
        stage, arm, body = split.stage, split.arm_of(viewer), await request.body()
        started = time.monotonic()
        served_by, answer = arm, await ask(arm, arm, viewer, body)
        failed = answer is None
        if answer is None and arm != CONTROL:
            served_by, answer = CONTROL, await ask(CONTROL, arm, viewer, body)
        if stage is not None:
            values: dict[Metric, float] = {"failed": failed, "fallback": failed and answer is not None}
            if answer is not None:
                values["latency_s"] = time.monotonic() - started
            await run_in_threadpool(log, stage, viewer, arm, answer is not None, values)
        if answer is None:
            return Response('{"detail": "no service answered"}', 503, media_type="application/json")
        headers = {ARM: arm, SERVED_BY: served_by}
        return Response(answer.content, answer.status_code, headers, media_type="application/json")

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Whether the gateway runs, and in which stage."""
        return {"status": "ok", "stage": split.stage.name if split.stage else "none"}

    return app
