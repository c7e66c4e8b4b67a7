import json
from pathlib import Path

import pytest

from hat.errors import BadInput, InfrastructureError
from hat.evals.instructions import OfficialInstruction, read_official, verify


def ask(*ids: str, **kwargs: object) -> OfficialInstruction:
    return OfficialInstruction("Name a fruit.", ids, tuple(dict(kwargs) if i == ids[-1] else {} for i in ids))


def test_strict_and_loose() -> None:
    shouted = ask("startend:end_checker", end_phrase="bye now.")
    assert verify(shouted, "An apple, bye now.").strict == (True,)
    wrapped = verify(shouted, "An apple, bye now.\nHope it helps!")
    assert (wrapped.strict, wrapped.loose) == ((False,), (True,))
    assert wrapped.broken == ("startend:end_checker",)


def test_several_instructions_keep_their_order() -> None:
    verdict = verify(ask("punctuation:no_comma", "keywords:existence", keywords=["apple"]), "pear, plum")
    assert verdict.ids == ("punctuation:no_comma", "keywords:existence")
    assert verdict.strict == (False, False)
    assert verify(ask("punctuation:no_comma", "keywords:existence", keywords=["apple"]), "an apple").strict == (
        True,
        True,
    )


def test_an_empty_answer_follows_nothing() -> None:
    assert verify(ask("punctuation:no_comma"), "").strict == (False,)


def test_missing_language_data_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    import nltk

    monkeypatch.setattr(nltk.data, "path", [])
    nltk.tokenize._get_punkt_tokenizer.cache_clear()
    with pytest.raises(InfrastructureError, match="nltk-data"):
        verify(ask("change_case:capital_word_frequency", capital_relation="at least", capital_frequency=1), "AN apple")


def test_unknown_id() -> None:
    with pytest.raises(BadInput, match="shape:round"):
        verify(ask("shape:round"), "apple")


def test_official_prompts(tmp_path: Path) -> None:
    good = {"key": 1, "prompt": "Hi", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{"num_words": None}]}
    path = tmp_path / "input_data.jsonl"
    path.write_text(json.dumps(good) + "\n")
    assert read_official(path) == [OfficialInstruction("Hi", ("punctuation:no_comma",), ({},))]
    path.write_text(json.dumps(good) + "\n{}\nno json\n")
    with pytest.raises(BadInput) as caught:
        read_official(path)
    assert [fault.line for fault in caught.value.faults] == [2, 3]
