"""Scenes: a harness state with requests to answer under it, as the teacher and HSA-RL draw them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from hat.harness.state import HarnessState
from hat.hsa import make_variant
from hat.room.conduct import needed_names
from hat.room.request import Request
from hat.room.sampler import make_requests


@dataclass(frozen=True)
class Scene:
    """Requests of the `train` split under one state. `skills` maps original to variant names; None: the original."""

    state: HarnessState
    requests: tuple[Request, ...]
    skills: Mapping[str, str] | None


def make_scenes(state: HarnessState, count: int, requests: int, variants: float, seed: int) -> list[Scene]:
    """`count` scenes of `requests` requests each; a share `variants` of them, evenly spread, under HSA variants.

    What the requests need is never masked: skills and tools that all of them can do without may be.
    """
    drawn = make_requests("train", count * requests, seed)
    scenes = []
    for number in range(count):
        asked = tuple(drawn[number * requests : (number + 1) * requests])
        if int((number + 1) * variants) == int(number * variants):
            scenes.append(Scene(state, asked, None))
            continue
        variant_seed = random.Random(f"variant/{seed}/{number}").randrange(2**32)
        variant = make_variant(state, variant_seed, protect=needed_names(state, asked))
        scenes.append(Scene(variant.state, asked, variant.mapping.skills))
    return scenes
