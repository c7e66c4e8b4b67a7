from collections.abc import Callable
from pathlib import Path

import pytest

from hat.evals import harness_variant_qa, ifeval, live_stream_qa, robustness
from hat.evals.judge import RulesJudge
from hat.evals.scores import score_suite
from hat.evals.suite import EpisodeCase, Setting, Subject
from hat.evals.suites import SUITES
from hat.harness.load import load_harness
from hat.micro.instructions import make_instructions

from .players import Answers, IsDown, KnowsAll, Says

HARNESS = Path(__file__).parents[2] / "harness_repo"
EPISODES = {"live_stream_qa": live_stream_qa, "harness_variant_qa": harness_variant_qa, "robustness": robustness}


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting(load_harness(HARNESS), RulesJudge(), count=120, seed=7)


def _ignore(cases: int) -> None:
    """No progress is shown."""


@pytest.mark.parametrize("suite", EPISODES)
def test_the_expert_is_always_right(suite: str, setting: Setting) -> None:
    client = KnowsAll(EPISODES[suite].cases(setting))
    results = SUITES[suite](Subject(client, None), setting, _ignore)
    wrong = [(r.case, r.read, r.said, r.reasons) for r in results if not r.accuracy]
    assert len(results) == 120
    assert wrong == []


@pytest.mark.parametrize("suite", EPISODES)
def test_a_liar_is_nearly_always_wrong(suite: str, setting: Setting) -> None:
    subject = Subject(Says("<think>\n\n</think>\n\nHi fam! Link 3 is free, only 888 yuan."), None)
    score = score_suite(SUITES[suite](subject, setting, _ignore), seed=0)
    assert score.accuracy.value < 5
    assert score.unscored == {}


def test_an_endpoint_that_is_down_scores_nothing(setting: Setting) -> None:
    counted: list[int] = []
    client = IsDown(KnowsAll(live_stream_qa.cases(setting)))
    score = score_suite(live_stream_qa.evaluate(Subject(client, None), setting, counted.append), seed=0)
    assert score.unscored["endpoint-down"] > 20
    assert (score.accuracy.value, sum(counted)) == (100.0, 120)


@pytest.mark.parametrize("suite", EPISODES)
def test_cases_follow_from_the_seed(suite: str, setting: Setting) -> None:
    make: Callable[[Setting], list[EpisodeCase]] = EPISODES[suite].cases
    once, again = make(setting), make(setting)
    assert [(c.id, c.request, c.state) for c in once] == [(c.id, c.request, c.state) for c in again]
    assert len({c.id for c in once}) == len({c.request.id for c in once}) == 120
    assert all(c.request.id.startswith("test-") for c in once)


def test_variants_share_their_harness_and_differ_from_each_other(setting: Setting) -> None:
    cases = harness_variant_qa.cases(setting)
    states = {case.group: case.state for case in cases}
    assert len(states) == len({case.kind for case in cases}) == 8
    assert all(case.state is states[case.group] for case in cases)
    assert all(state != setting.state for state in states.values())


def test_ifeval_knows_right_from_wrong(setting: Setting) -> None:
    instructions = make_instructions("test", setting.count, setting.seed)
    right = score_suite(ifeval.evaluate(Subject(Answers(instructions), None), setting, _ignore), seed=0)
    wrong = score_suite(ifeval.evaluate(Subject(Says("No."), None), setting, _ignore), seed=0)
    assert (right.suite, right.unscored, wrong.unscored) == ("ifeval-generated", {}, {})
    assert right.accuracy.value > 95
    assert right.checks["instruction_loose"] >= right.checks["prompt_loose"] >= right.accuracy.value
    assert wrong.accuracy.value < 40
