"""Harness-Variant QA: unseen requests under augmented harnesses that no model was trained on.

A variant is asked `REQUESTS` times, so that its cases share their prompt, and about half of the intents only, so that
it may lack what the others need. Kinds take turns: each dimension on its own, all of them, the transform families that
training never uses (`held-out`), and everything at once.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence

from hat.evals.case import CaseResult
from hat.evals.suite import EpisodeCase, Progress, Setting, Subject, answer
from hat.harness.state import HarnessState
from hat.hsa import ALL_DIMENSIONS, TEST_FAMILIES, TRAIN_FAMILIES, Variant, make_variant
from hat.room.conduct import needed_names
from hat.room.request import Request
from hat.room.sampler import INTENTS, make_requests
from hat.room.tools import ToolServer

REQUESTS = 15
"""Requests for each variant."""

KINDS: Mapping[str, tuple[Sequence[str], frozenset[str]]] = {
    **{dimension: ((dimension,), TRAIN_FAMILIES) for dimension in ALL_DIMENSIONS},
    "all": (ALL_DIMENSIONS, TRAIN_FAMILIES),
    "held-out": (ALL_DIMENSIONS, TEST_FAMILIES),
    "everything": (ALL_DIMENSIONS, TRAIN_FAMILIES | TEST_FAMILIES),
}
"""Kind of a variant -> the dimensions and transform families that it may use."""


def cases(setting: Setting) -> list[EpisodeCase]:
    """`count` cases, variant by variant."""
    made: list[EpisodeCase] = []
    for number in range(-(-setting.count // REQUESTS)):
        kind = tuple(KINDS)[number % len(KINDS)]
        seed = int.from_bytes(hashlib.sha256(f"{setting.seed}/variant/{number}".encode()).digest()[:6])
        intents = random.Random(seed).sample(INTENTS, len(INTENTS) // 2)
        requests = make_requests("test", REQUESTS, setting.seed + 1 + number, intents)
        made += _of_variant(f"{number:02}-{kind}", kind, requests, _variant(setting.state, kind, seed, requests))
    return made[: setting.count]


def _variant(state: HarnessState, kind: str, seed: int, requests: Sequence[Request]) -> Variant:
    dimensions, families = KINDS[kind]
    return make_variant(state, seed, dimensions, families=families, protect=needed_names(state, requests))


def _of_variant(group: str, kind: str, requests: Sequence[Request], variant: Variant) -> list[EpisodeCase]:
    return [
        EpisodeCase(
            id=f"{group}/{request.id}",
            kind=kind,
            request=request,
            state=variant.state,
            tools=ToolServer(),
            group=group,
            skills=variant.mapping.skills,
        )
        for request in requests
    ]


def evaluate(subject: Subject, setting: Setting, progress: Progress) -> list[CaseResult]:
    """See `Suite`. A case's kind is what was varied, its group the variant."""
    return answer("harness_variant_qa", cases(setting), subject, setting.judge, progress)
