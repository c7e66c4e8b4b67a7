"""Live-Stream QA: unseen rooms, products and phrasings under the harness as it stands."""

from __future__ import annotations

from hat.evals.case import CaseResult
from hat.evals.suite import EpisodeCase, Progress, Setting, Subject, answer
from hat.room.sampler import make_requests
from hat.room.tools import ToolServer


def cases(setting: Setting) -> list[EpisodeCase]:
    """`count` cases, the intents in equal shares."""
    tools = ToolServer()
    return [
        EpisodeCase(id=request.id, kind=request.intents[0], request=request, state=setting.state, tools=tools)
        for request in make_requests("test", setting.count, setting.seed)
    ]


def evaluate(subject: Subject, setting: Setting, progress: Progress) -> list[CaseResult]:
    """See `Suite`. A case's kind is its intent."""
    return answer("live_stream_qa", cases(setting), subject, setting.judge, progress)
