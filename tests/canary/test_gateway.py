from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from hat.canary import gateway
from hat.canary.ledger import Ledger
from hat.canary.plan import stages
from hat.canary.services import free_port, served
from hat.canary.split import Split
from hat.canary.summary import summarise
from tests.canary.agreed import agreed

STAGES = stages("x", smoke=12, ramp=60, measurement=200)
EXPERIMENT = agreed(STAGES)


def agent(name: str, status: int = 200) -> FastAPI:
    """A service that says who it is and which arm it was told."""
    app = FastAPI()

    @app.post("/v1/reply")
    async def reply(request: Request) -> Response:
        body = f'{{"from": "{name}", "told": "{request.headers[gateway.ARM]}"}}'
        return Response(body, status, media_type="application/json")

    return app


class Setup:
    def __init__(self, stack: ExitStack, folder: Path, candidate: FastAPI | None) -> None:
        dead = f"http://127.0.0.1:{free_port()}"
        self.split = Split(STAGES[3])
        self.ledger = Ledger.at(folder / "ledger.sqlite")
        services = {name: stack.enter_context(served(agent(name))) for name in ("champion", "control")}
        services["candidate"] = stack.enter_context(served(candidate)) if candidate else dead
        app = gateway.create_app("x", self.split, services, self.ledger, timeout_s=5)
        self.client = stack.enter_context(httpx.Client(base_url=stack.enter_context(served(app))))

    def ask(self, viewer: str, **headers: str) -> httpx.Response:
        return self.client.post("/v1/reply", json={}, headers={gateway.VIEWER: viewer, **headers})

    def viewer(self, arm: str) -> str:
        return next(v for i in range(100) if self.split.arm_of(v := f"viewer-{i}") == arm)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_viewer_gets_the_assigned_arm_whatever_the_client_says(stack: ExitStack, tmp_path: Path) -> None:
    setup = Setup(stack, tmp_path, agent("candidate"))
    for arm, other in (("candidate", "champion"), ("champion", "candidate")):
        viewer = setup.viewer(arm)
        for _ in range(2):
            answer = setup.ask(viewer, **{gateway.ARM: other})
            assert answer.json() == {"from": arm, "told": arm}
            assert (answer.headers[gateway.ARM], answer.headers[gateway.SERVED_BY]) == (arm, arm)
        assert setup.ledger.viewers("x", "measurement")[viewer] == arm
    statistics = summarise(setup.ledger, EXPERIMENT, "measurement")
    assert {arm: (s.viewers, s.requests, s.failed) for arm, s in statistics.items()} == {
        "candidate": (1, 2, 0),
        "champion": (1, 2, 0),
    }
    assert statistics["candidate"].latency_p95 is not None


@pytest.mark.parametrize("candidate", [None, agent("candidate", status=500)], ids=["dead", "failing"])
def test_control_answers_for_a_failing_arm_and_the_arm_pays(
    stack: ExitStack, tmp_path: Path, candidate: FastAPI | None
) -> None:
    setup = Setup(stack, tmp_path, candidate)
    answer = setup.ask(setup.viewer("candidate"))
    assert answer.json() == {"from": "control", "told": "candidate"}
    assert answer.headers[gateway.SERVED_BY] == "control"
    (statistics,) = summarise(setup.ledger, EXPERIMENT, "measurement").values()
    assert (statistics.viewers, statistics.failed, statistics.fallbacks) == (1, 1, 1)


def test_without_a_stage_the_champion_serves_and_nothing_is_logged(stack: ExitStack, tmp_path: Path) -> None:
    setup = Setup(stack, tmp_path, agent("candidate"))
    viewer = setup.viewer("candidate")
    setup.split.stage = None
    assert setup.ask(viewer).json()["from"] == "champion"
    assert setup.ledger.viewers("x", "measurement") == {}
    assert setup.client.get("/healthz").json() == {"status": "ok", "stage": "none"}


def test_a_request_without_viewer_is_refused(stack: ExitStack, tmp_path: Path) -> None:
    setup = Setup(stack, tmp_path, agent("candidate"))
    assert setup.client.post("/v1/reply", json={}).status_code == 422


def test_when_nobody_answers_the_viewer_is_told_and_not_exposed(stack: ExitStack, tmp_path: Path) -> None:
    ledger, split = Ledger.at(tmp_path / "ledger.sqlite"), Split(STAGES[3])
    dead = f"http://127.0.0.1:{free_port()}"
    app = gateway.create_app("x", split, dict.fromkeys(("candidate", "champion", "control"), dead), ledger, 5)
    url = stack.enter_context(served(app))
    assert httpx.post(f"{url}/v1/reply", json={}, headers={gateway.VIEWER: "ann"}).status_code == 503
    assert ledger.viewers("x", "measurement") == {}
