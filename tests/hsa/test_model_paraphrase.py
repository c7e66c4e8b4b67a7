from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from hat.agent.endpoint import Endpoint
from hat.errors import InfrastructureError, errors
from hat.harness.check import check
from hat.hsa import TRAIN_FAMILIES, make_variant
from hat.hsa.model_paraphrase import ModelParaphrases
from tests.chat_server import serving
from tests.room.play import HARNESS

TEXT = 'Never say "free". Use `get_price`, at most {n} times, or you must wait 3 days.'
SOUND = 'Do not say "free". Call `get_price` at most {n} times, else you must wait 3 days.'
UNSOUND = {
    'Never say "gratis". Use `get_price`, at most {n} times, or you must wait 3 days.': "facts",
    'Never say "free". Use `get_price`, at most {n} times, or you must wait 4 days.': "facts",
    'Say "free". Use `get_price`, at most {n} times, or you must wait 3 days.': "negation",
    'Never say "free". Use `get_price`, at most {n} times, or you wait 3 days.': "modality",
    '# Rule\nNever say "free". Use `get_price`, at most {n} times, or you must wait 3 days.': "layout",
}


def answer(*wordings: str) -> tuple[int, dict[str, str]]:
    return 200, {"content": f"Here you are:\n{json.dumps(list(wordings))}"}


def test_only_wordings_of_the_same_meaning_are_used(tmp_path):
    with serving() as server:
        server.replies = [answer(*UNSOUND, SOUND)]
        paraphrase = ModelParaphrases(Endpoint(server.url, "m"), tmp_path)
        assert {paraphrase(TEXT, random.Random(seed)) for seed in range(20)} == {SOUND}
    assert paraphrase.refused == Counter(UNSOUND.values())
    assert len(server.asked) == 1
    assert server.asked[0]["messages"][-1] == {"role": "user", "content": TEXT}


WITHOUT = [
    (answer(*UNSOUND), len(UNSOUND)),
    ((200, {"content": "I cannot."}), 1),
    ((200, {"content": '["a", '}), 1),
]


@pytest.mark.parametrize(("reply", "refused"), WITHOUT)
def test_without_a_sound_wording_the_text_stays(tmp_path, reply, refused):
    with serving() as server:
        server.replies = [reply]
        paraphrase = ModelParaphrases(Endpoint(server.url, "m"), tmp_path)
        assert paraphrase(TEXT, random.Random(0)) == TEXT
    assert paraphrase.refused.total() == refused


def test_a_phrase_to_keep_is_kept(tmp_path):
    with serving() as server:
        server.replies = [answer("Tell viewers that the crew will check.", "Say that our team will check.")]
        paraphrase = ModelParaphrases(Endpoint(server.url, "m"), tmp_path)
        said = paraphrase("Then say that our team will check.", random.Random(0), ["our team will check"])
    assert said == "Say that our team will check."
    assert paraphrase.refused == {"phrase": 1}


def test_answers_are_cached_by_content(tmp_path):
    with serving() as server:
        server.replies = [answer(SOUND)]
        assert ModelParaphrases(Endpoint(server.url, "m"), tmp_path)(TEXT, random.Random(0)) == SOUND
        assert ModelParaphrases(Endpoint(server.url, "m"), tmp_path)(TEXT, random.Random(0)) == SOUND
        server.replies = [answer("Another model's."), answer("Another address's.")]
        ModelParaphrases(Endpoint(server.url, "other"), tmp_path)(TEXT, random.Random(0))
        ModelParaphrases(Endpoint(server.url.replace("127.0.0.1", "localhost"), "m"), tmp_path)(TEXT, random.Random(0))
    assert [asked["model"] for asked in server.asked] == ["m", "other", "m"]
    assert all("max_tokens" not in asked for asked in server.asked), "no answer is cut short"


UNREADABLE = ["", "I cannot.", "[]", '[""]', '["a", "b', "[" * 9000 + "]", '[{"a": 1}]', r'["\ud800"]']


@pytest.mark.parametrize("content", UNREADABLE)
def test_an_unreadable_answer_is_asked_for_again(tmp_path, content):
    with serving() as server:
        server.replies = [(200, {"content": content}), answer(SOUND)]
        first = ModelParaphrases(Endpoint(server.url, "m"), tmp_path)
        assert [first(TEXT, random.Random(seed)) for seed in range(3)] == [TEXT] * 3
        assert first.refused == {"unreadable": 1}
        assert ModelParaphrases(Endpoint(server.url, "m"), tmp_path)(TEXT, random.Random(0)) == SOUND


def test_what_is_left_out_is_counted_alike_from_model_and_cache(tmp_path):
    with serving() as server:
        server.replies = [answer(*UNSOUND, SOUND)]
        counts = []
        for calls in (1, 5):
            paraphrase = ModelParaphrases(Endpoint(server.url, "m"), tmp_path)
            for seed in range(calls):
                paraphrase(TEXT, random.Random(seed))
            counts.append(dict(paraphrase.refused))
    assert counts == [{"facts": 2, "negation": 1, "modality": 1, "layout": 1}] * 2


def test_an_endpoint_that_fails_is_no_paraphrase(tmp_path):
    with serving() as server:
        server.replies = [(500, b"")]
        paraphrase = ModelParaphrases(Endpoint(server.url, "m", retries=0), tmp_path)
        with pytest.raises(InfrastructureError, match="http-500"):
            paraphrase(TEXT, random.Random(0))
    assert list(tmp_path.iterdir()) == []


class Rewording(list):
    """Replies that say the text that was asked for last, and a word more."""

    def __init__(self, server):
        self.server = server

    def pop(self, place):
        return answer(f"{self.server.asked[-1]['messages'][-1]['content']} Truly.")


def test_variants_by_a_model_are_its_words_and_sound_and_follow_from_the_seed(tmp_path):
    with serving() as server:
        server.replies = Rewording(server)
        endpoint = Endpoint(server.url, "m")
        families = [family for family in TRAIN_FAMILIES if family.endswith(("reword", "describe"))]
        made = [
            make_variant(HARNESS, 3, families=families, paraphrase=ModelParaphrases(endpoint, tmp_path))
            for _ in range(2)
        ]
        asked = len(server.asked)
        texts = [each["messages"][-1]["content"] for each in server.asked]
    assert made[0] == made[1]
    assert errors(check(made[0].state)) == ()
    assert asked == len(set(texts)), "each text is asked for once"
    parts = (made[0].state.prompt, made[0].state.skills, made[0].state.tools, made[0].state.hooks)
    reworded = {family.partition(".")[0] for family in made[0].applied}
    assert ["Truly." in str(part) for part in parts] == [
        "system_prompt" in reworded,
        bool({"skill_names", "skill_content"} & reworded),
        "tool_definitions" in reworded,
        "hooks" in reworded,
    ]
    assert len(reworded) > 1
