"""How long `hat harness check` takes on a large harness, as a ratio to reading its files.

Run: make bench-check
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hat.harness.load import load_harness, read_harness
from hat.harness.save import save_harness
from hat.harness.state import HarnessState

SKILLS, TOOLS = 1000, 300
ROUNDS = 5


def large(state: HarnessState) -> HarnessState:
    """A harness of `SKILLS` skills and `TOOLS` tools: copies of those of `state` under numbered names."""
    skills = tuple(replace(state.skills[i % len(state.skills)], name=f"skill-{i}") for i in range(SKILLS))
    tools = tuple(replace(state.tools[i % len(state.tools)], name=f"tool_{i}") for i in range(TOOLS))
    names = {s.name: f"skill-{i}" for i, s in enumerate(state.skills)}
    names |= {t.name: f"tool_{i}" for i, t in enumerate(state.tools)}
    for old, new in names.items():
        skills = tuple(replace(skill, body=skill.body.replace(f"`{old}`", f"`{new}`")) for skill in skills)
    return replace(state, skills=skills, tools=tools)


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of `ROUNDS` rounds."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    """Print both times and their ratio; exit 1 when it is above 5."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "harness"
        save_harness(large(load_harness("harness_repo")), folder)
        files = [path for path in folder.rglob("*") if path.is_file()]
        reading = best(lambda: [path.read_text(encoding="utf-8") for path in files])
        checking = best(lambda: read_harness(folder))
        assert read_harness(folder).errors == ()
    ratio = checking / reading
    print(f"{len(files)} files: reading {reading * 1000:.0f} ms, hat harness check {checking * 1000:.0f} ms")
    print(f"ratio {ratio:.1f} (at most 5)")
    sys.exit(ratio > 5)


if __name__ == "__main__":
    main()
