"""Trajectories: the teacher answers requests through the real agent loop, under the original harness and HSA variants.

Only what the judge finds accurate and fully effective is kept. Where a hook forced a retry, most trajectories are cut
to the final, correct behaviour; a small share is kept whole, so that the model learns to recover, and the blocked turn
itself is never trained on, so that it does not learn to fail first.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import Field

from hat.agent.chat import Chat
from hat.agent.loop import episode
from hat.agent.loop import run as run_episodes
from hat.harness.load import load_harness
from hat.room.expert import ExpertClient
from hat.room.faults import FaultPlan
from hat.room.reward import score
from hat.room.tools import ToolServer
from hat.settings import Settings
from hat.storage import write_text
from hat.train.policy import load_tokenizer
from hat.train.progress import Progress
from hat.train.record import Record, dump, parse_records, record, write_records
from hat.train.scene import Scene, make_scenes
from hat.train.slips import SLIP, SlippingClient


class TrajectoriesSettings(Settings):
    """Numbers of the stage.

    `states` scenes of `requests` requests each; `variants` is the share of scenes under HSA (0 is the fixed-harness
    baseline), `faults` the rate at which tools fail, `slips` the share of requests in which the teacher replies too
    early, `whole` the share of retried trajectories that are kept whole.
    """

    states: int = Field(default=120, ge=1)
    requests: int = Field(default=8, ge=1)
    variants: float = Field(default=0.8, ge=0, le=1)
    faults: float = Field(default=0.08, ge=0, le=1)
    slips: float = Field(default=0.06, ge=0, le=1)
    whole: float = Field(default=0.2, ge=0, le=1)
    seed: int = 0


def run(config: TrajectoriesSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Answer under `inputs["harness"]` with the tokenizer of `inputs["base"]`; writes `trajectories.jsonl`.

    Each scene is a file of its own until all are done, so a killed stage goes on with the next scene.
    """
    scenes = make_scenes(load_harness(inputs["harness"]), config.states, config.requests, config.variants, config.seed)
    chat = Chat(load_tokenizer(inputs["base"]))
    progress = Progress("harness state", len(scenes))
    records: list[Record] = []
    for number, scene in enumerate(scenes):
        part = out / "scenes" / f"{number:05}.jsonl"
        if not part.exists():
            write_text(part, dump(answer(scene, chat, config, number)))
        records += parse_records(part)
        progress.advance()
    write_records(out, records)
    for part in (out / "scenes").iterdir():
        part.unlink()
    (out / "scenes").rmdir()
    return statistics(records, config)


def answer(scene: Scene, chat: Chat, config: TrajectoriesSettings, number: int) -> list[Record]:
    """The kept records of one scene; `number` tells its random draws from other scenes'."""
    slip = chat.turn([*chat.tokenizer.encode(SLIP, add_special_tokens=False), chat.end])
    client = SlippingClient(ExpertClient(scene.requests, chat, scene.skills), slip, config.slips, config.seed)
    tools = ToolServer(FaultPlan(config.faults, seed=config.seed))
    episodes = (episode(request, scene.state, tools, chat) for request in scene.requests)
    draw = random.Random(f"whole/{config.seed}/{number}")
    kept = []
    for request, trajectory in zip(scene.requests, run_episodes(episodes, client), strict=True):
        whole = draw.random() < config.whole
        judged = score(scene.state, request, trajectory, scene.skills)
        if judged.accuracy == 1 and judged.effectiveness == 1:
            kept.append(record(trajectory, variant=scene.skills is not None, whole=whole))
    return kept


def statistics(records: list[Record], config: TrajectoriesSettings) -> dict[str, Any]:
    """What was kept, for the stage's result."""
    return {
        "trajectories": len(records),
        "rejected": config.states * config.requests - len(records),
        "harness_states": len({entry.harness for entry in records}),
        "under_variants": sum(entry.variant for entry in records),
        "retried": sum(entry.retries > 0 for entry in records),
        "kept_whole": sum(entry.whole for entry in records),
        "faults": dict(sorted(Counter(fault for entry in records for fault in entry.faults).items())),
        "trained_tokens": sum(sum(entry.trained) for entry in records),
    }
