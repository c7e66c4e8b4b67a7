"""Reading and checking what is large takes seconds, whatever it is made of."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.harness.check import check
from hat.harness.checks.excerpt import MANY
from hat.harness.load import read_harness
from hat.harness.state import HarnessState, Skill
from tests.harness.large import LARGE


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
def test_a_large_file_is_checked_within_seconds(folder: Path, case: str) -> None:
    for file, text in LARGE[case].items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    started = time.process_time()
    read_harness(folder)
    assert time.process_time() - started < 5


@pytest.mark.parametrize("count", [MANY, MANY + 1, 3 * MANY])
def test_of_many_faults_the_first_are_told_and_how_many_more_there_are(folder: Path, count: int) -> None:
    body = "\n".join(f"- Reply in {1000 + i} characters." for i in range(count))
    file = folder / "skills/small-talk/SKILL.md"
    file.write_text(f"---\nname: small-talk\ndescription: 'chat: chat'\n---\n{body}\n")
    told = [fault for fault in read_harness(folder).faults if fault.rule == "limit-contradicted"]
    assert len(told) == min(count, MANY + 1)
    assert [fault.line for fault in told] == list(range(5, 5 + len(told)))
    more = f"{count - MANY} more of this kind, of which this is the first"
    assert (told[-1].message == more) == (count > MANY)


WORDS = st.lists(st.sampled_from(["a", "b!", "ab", "-", "a b"]), min_size=1, max_size=6).map(" ".join)


@given(WORDS, st.lists(WORDS, max_size=5))
def test_phrases_contradict_each_other_however_many_there_are(
    default: HarnessState, said: str, avoided: list[str]
) -> None:
    def contradictions(phrases: list[str]) -> set[str]:
        lines = [
            f'- Say "{said}" <!-- rule: mention -->',
            *(f'- Never say "{p}" <!-- rule: avoid -->' for p in phrases),
        ]
        skill = Skill("large", "When asked: large", "reply", "\n".join(lines))
        state = replace(default, skills=(*default.skills, skill))
        return {fault.message for fault in check(state) if fault.rule == "rule-contradicted"}

    assert contradictions(avoided) == contradictions([*avoided, *(f"other {i}" for i in range(500))])
