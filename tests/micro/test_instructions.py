from collections import Counter

import pytest

from hat.evals.instructions import verify
from hat.micro.constraints import WRITERS
from hat.micro.instructions import Split, make_instructions

CAPITALS = "change_case:english_capital"
"""IFEval's checker guesses the language, and takes about one in twenty short English texts in capitals for another."""


@pytest.mark.parametrize("split", ["train", "test"])
def test_answers_keep_their_constraints(split: Split) -> None:
    kept, stated = Counter[str](), Counter[str]()
    for instruction in make_instructions(split, 400, seed=3):
        verdict = verify(instruction, instruction.answer)
        for name, passed in zip(verdict.ids, verdict.strict, strict=True):
            assert passed or (name == CAPITALS and instruction.answer.isupper()), instruction
            stated[name] += 1
            kept[name] += passed
    assert set(stated) == set(WRITERS)
    assert kept[CAPITALS] >= 0.8 * stated[CAPITALS]


def test_an_answer_to_something_else_is_told_apart() -> None:
    instructions = make_instructions("test", 100, seed=4)
    shifted = [*instructions[1:], instructions[0]]
    passed = [all(verify(asked, other.answer).strict) for asked, other in zip(instructions, shifted, strict=True)]
    assert sum(passed) < 60


def test_the_same_seed_gives_the_same_instructions_and_splits_share_none() -> None:
    assert make_instructions("train", 50, seed=1) == make_instructions("train", 50, seed=1)
    train, test = ({i.prompt for i in make_instructions(split, 1000, seed=1)} for split in ("train", "test"))
    assert not train & test
