"""A chat endpoint over real HTTP that says what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatServer(ThreadingHTTPServer):
    """Answers with `replies` in turn (status, message or raw body), and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[tuple[int, Any]] = []
        self.encoding = "identity"
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        assert self.path == "/v1/chat/completions"
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.server.keys.append(self.headers["Authorization"])
        status, message = self.server.replies.pop(0)
        body = message if isinstance(message, bytes) else json.dumps({"choices": [{"message": message}]}).encode()
        self.send_response(status)
        self.send_header("Content-Encoding", self.server.encoding)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[ChatServer]:
    """A server that answers until the block ends."""
    with ChatServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
