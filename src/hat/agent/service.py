"""The agent service: one arm (harness, model, loop) behind HTTP.

    python -m hat.agent.service --model MODEL_FOLDER --harness harness_repo --port 8000

Requests that are live at the same time share the model's batches. A request without an answer by the deadline, or with
an infrastructure failure, gets status 503 and `{"error": {"type": ..., "message": ...}}`.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from hat.agent.chat import Chat
from hat.agent.client import ModelClient
from hat.agent.loop import episode
from hat.agent.pool import Episode
from hat.agent.react import react_episode
from hat.agent.toolbox import ToolServer
from hat.agent.trajectory import Step, Trajectory
from hat.agent.worker import Worker
from hat.errors import BadInput, Fault, HatError, InfrastructureError
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.harness.state import HarnessState
from hat.room.catalogue import find_room
from hat.room.request import Danmaku, Request
from hat.room.tools import ToolServer as RoomToolServer
from hat.storage import digest_folder

DEADLINE_SECONDS = 15.0


class Comment(BaseModel):
    """A viewer's danmaku."""

    viewer: str = Field(max_length=64)
    text: str = Field(max_length=500)


class Question(BaseModel):
    """One window of danmaku. With `trace`, the answer says how it was found."""

    room: str
    window: list[Comment] = Field(min_length=1, max_length=16)
    request_id: str = Field(default_factory=lambda: uuid.uuid4().hex)
    trace: bool = False


class Usage(BaseModel):
    """What the answer cost: turns of the model, tokens it read (each once) and tokens it made."""

    turns: int
    prompt_tokens: int
    completion_tokens: int


class Answer(BaseModel):
    """What the viewers get (`reply` None: no reply within the harness's limits), and what made it."""

    request_id: str
    reply: str | None
    harness: str
    model: str
    seconds: float
    usage: Usage
    trace: tuple[Step, ...] | None = None


@dataclass(frozen=True)
class Served:
    """What a service answers with. `model` is its version, `react` the loop."""

    state: HarnessState
    model: str
    client: ModelClient
    chat: Chat | None
    tools: ToolServer
    react: bool = False

    def episode(self, request: Request) -> Episode:
        """The episode that answers a request."""
        if self.react:
            return react_episode(request, self.state, self.tools, self.chat)
        return episode(request, self.state, self.tools, self.chat)


def create_app(served: Served, deadline: float = DEADLINE_SECONDS) -> FastAPI:
    """The application; `deadline` is in seconds from the arrival of a request."""
    harness = digest(served.state)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.worker = Worker(served.client)
        yield
        await asyncio.to_thread(app.state.worker.close)

    app = FastAPI(title="HAT agent", lifespan=lifespan)

    @app.post("/v1/reply", response_model=Answer)
    async def reply(question: Question) -> Answer | JSONResponse:
        """Answer one window of danmaku."""
        try:
            find_room(question.room)
        except KeyError:
            return _error(404, "room", f"no room {question.room[:40]!r}; a simulated room's id is room-<seed>")
        future = app.state.worker.submit(served.episode(_request(question)))
        try:
            trajectory = await asyncio.wait_for(asyncio.wrap_future(future), deadline)
        except TimeoutError:
            return _error(503, "deadline", f"no answer within {deadline:g} s")
        except InfrastructureError as error:
            return _error(503, error.kind, str(error))
        if trajectory.infrastructure:
            return _error(503, trajectory.infrastructure, "the model or a tool server is out of order")
        return _answer(trajectory, served.model, question.trace)

    @app.get("/healthz")
    async def healthz() -> JSONResponse:
        """What is served, and whether the worker lives."""
        alive = app.state.worker.alive
        content = {"status": "ok" if alive else "dead", "harness": harness, "model": served.model}
        return JSONResponse(content | {"mode": "react" if served.react else "hat"}, 200 if alive else 503)

    return app


def _request(question: Question) -> Request:
    window = tuple(Danmaku(comment.viewer, comment.text) for comment in question.window)
    return Request(question.request_id, question.room, window, intents=(), skills=(), needs=(), topics=())


def _answer(trajectory: Trajectory, model: str, trace: bool) -> Answer:
    made = sum(trajectory.trained)
    usage = Usage(
        turns=len(trajectory.steps),
        prompt_tokens=len(trajectory.prompt_ids) + len(trajectory.ids) - made,
        completion_tokens=made,
    )
    return Answer(
        request_id=trajectory.request_id,
        reply=trajectory.reply,
        harness=trajectory.harness,
        model=model,
        seconds=trajectory.seconds,
        usage=usage,
        trace=trajectory.steps if trace else None,
    )


def _error(status: int, kind: str, message: str) -> JSONResponse:
    return JSONResponse({"error": {"type": kind, "message": message}}, status)


def serve(app: FastAPI, port: int, host: str = "127.0.0.1") -> None:
    """Serve until interrupted. Raises BadInput when the port cannot be had."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            problem = f"port {port} is in use" if error.errno == errno.EADDRINUSE else f"port {port}: {error.strerror}"
            raise BadInput(Fault("--port", problem, "Stop what listens there or choose another port")) from error
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def load_served(model: Path, harness: Path, react: bool, max_new_tokens: int) -> Served:
    """A model folder and a harness folder, answering greedily in this process in the simulated rooms."""
    from hat.train.policy import in_process

    client = in_process(model, max_new_tokens)
    return Served(load_harness(harness), digest_folder(model), client, client.chat, RoomToolServer(), react)


def main(
    model: Annotated[Path, typer.Option(help="The model's folder (Hugging Face format).")],
    harness: Annotated[Path, typer.Option(help="The harness's folder.")],
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    react: Annotated[bool, typer.Option("--react", help="Answer as the ReAct control.")] = False,
    max_new_tokens: Annotated[int, typer.Option(help="Tokens that a turn may have.")] = 96,
) -> None:
    """Serve one arm."""
    try:
        serve(create_app(load_served(model, harness, react, max_new_tokens)), port, host)
    except HatError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(error.exit_code) from error


if __name__ == "__main__":
    typer.run(main)
