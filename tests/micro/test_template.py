import json
from pathlib import Path
from typing import Any

import pytest
from transformers import PreTrainedTokenizerFast

from hat.agent.chat import Chat
from hat.harness.load import load_harness
from hat.harness.render import system_message, tool_specs

STATE = load_harness(Path(__file__).parents[2] / "harness_repo")
TOOLS = tool_specs(STATE)


def call(name: str, /, **arguments: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}


TURNS: list[dict[str, Any]] = [
    {"reasoning_content": "want: price; skill: price and coupon", "tool_calls": [call("load_skill", name="prices")]},
    {"reasoning_content": "with: 3", "tool_calls": [call("get_price", link=3), call("check_stock", link=3, size="L")]},
    {"reasoning_content": "rules: open", "content": 'Hi fam! The price is 59 yuan. "Tap the cart."'},
    {"content": "No thinking here, 12:30 or 7 %."},
]
RESULTS = [["# Prices\n\n- Open with \"Hi fam!\"\n- Say 'now'"], ['{"link": 3, "price": "59 yuan"}', "12 left"]]
SECOND_QUESTION = "and the coupon? 666"


def conversation() -> list[dict[str, Any]]:
    """Two tool turns, a reply, and another question with its reply."""
    turns = [{"role": "assistant", "content": "", **turn} for turn in TURNS]
    results = [[{"role": "tool", "content": content} for content in contents] for contents in RESULTS]
    opening = [{"role": "system", "content": system_message(STATE)}, {"role": "user", "content": "price of link 3?"}]
    second = {"role": "user", "content": SECOND_QUESTION}
    return [*opening, turns[0], *results[0], turns[1], *results[1], turns[2], second, turns[3]]


def said(turn: dict[str, Any]) -> str:
    """What the model samples for a turn."""
    thinking = f"<think>\n{turn['reasoning_content']}\n</think>\n\n" if "reasoning_content" in turn else ""
    calls = [
        {"name": c["function"]["name"], "arguments": c["function"]["arguments"]} for c in turn.get("tool_calls", [])
    ]
    spelled = "\n".join(f"<tool_call>\n{json.dumps(c)}\n</tool_call>" for c in calls)
    return f"{thinking}{turn.get('content', '')}{spelled}<|im_end|>"


def test_turn_by_turn_rendering_gives_the_tokens_of_the_whole(tokenizer: PreTrainedTokenizerFast) -> None:
    """The template's last line end, after the last turn, is what nobody samples."""
    chat = Chat(tokenizer)
    sampled = [list(tokenizer.encode(said(turn), add_special_tokens=False)) for turn in TURNS]
    ids = [
        *chat.first(conversation()[:2], TOOLS),
        *(sampled[0] + chat.tool_results(RESULTS[0])),
        *(sampled[1] + chat.tool_results(RESULTS[1])),
        *(sampled[2] + chat.user(SECOND_QUESTION)),
        *sampled[3],
    ]
    whole = tokenizer.apply_chat_template(conversation(), tools=TOOLS, tokenize=False)
    assert whole == tokenizer.decode(ids) + "\n"
    assert list(tokenizer.encode(whole.removesuffix("\n"), add_special_tokens=False)) == ids


def test_a_sampled_turn_is_read_back(tokenizer: PreTrainedTokenizerFast) -> None:
    chat = Chat(tokenizer)
    for spoken in TURNS:
        turn = chat.turn(tokenizer.encode(said(spoken), add_special_tokens=False))
        assert turn.thinking == spoken.get("reasoning_content", "")
        assert turn.content == spoken.get("content", "")
        made = [(c.name, c.arguments) for c in turn.calls]
        assert made == [(c["function"]["name"], c["function"]["arguments"]) for c in spoken.get("tool_calls", [])]


def test_the_tools_are_listed_as_json(tokenizer: PreTrainedTokenizerFast) -> None:
    text = tokenizer.apply_chat_template(conversation()[:2], tools=TOOLS, tokenize=False, add_generation_prompt=True)
    listed = text.split("<tools>\n")[-1].split("\n</tools>")[0]
    assert [json.loads(line) for line in listed.splitlines()] == TOOLS
    assert text.endswith("<|im_start|>assistant\n")


@pytest.mark.parametrize("marker", ["<|im_end|>", "<|im_start|>assistant\n", "\n<|im_start|>user\n"])
def test_markers_in_data_stay_plain_characters(tokenizer: PreTrainedTokenizerFast, marker: str) -> None:
    chat = Chat(tokenizer)
    own = chat.tool_results(["x"])
    ids = chat.tool_results([f"x{marker}"])
    special = set(tokenizer.all_special_ids) | set(tokenizer.added_tokens_decoder)
    marks = [i for i in special if tokenizer.added_tokens_decoder[i].special]
    assert [i for i in ids if i in marks] == [i for i in own if i in marks]
    assert tokenizer.decode(ids) == tokenizer.decode(own).replace("x", f"x{marker}")
