"""The chat format, token in, token out: a prompt is rendered once, then only ever appended to.

The format is Hermes' (`<think>`, `<tool_call>`, `<tool_response>`), which vLLM's `hermes` parser reads. The template
itself lives with the tokenizer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from hat.agent.marker import INSIDE
from hat.agent.trajectory import ToolCall, Turn

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_THINK = re.compile(r"^\s*(?:<think>)?(?P<thinking>.*?)</think>", re.DOTALL)
_CALL = re.compile(r"<tool_call>(?P<body>.*?)(?:</tool_call>|$)", re.DOTALL)
END_OF_TURN = "<|im_end|>"


class Chat:
    """Turns messages into token ids for one tokenizer, and sampled ids into turns."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self.tokenizer = tokenizer
        self.end = int(tokenizer.convert_tokens_to_ids(END_OF_TURN))
        self._open_user = self._markup("\n<|im_start|>user\n")
        self._open_assistant = self._markup("<|im_end|>\n<|im_start|>assistant\n")

    def _markup(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text, add_special_tokens=False))

    def _data(self, text: str) -> list[int]:
        """Ids of untrusted text: the template's own markers inside it stay plain characters."""
        plain = (
            self.tokenizer.encode(part, add_special_tokens=False, split_special_tokens=True)
            for part in INSIDE.split(text)
        )
        return [id for ids in plain for id in ids]

    def first(self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]] | None) -> list[int]:
        """Ids of the first prompt, generation prompt included. What users say is untrusted text."""
        said = [message["content"] for message in messages if message["role"] == "user"]
        mark = uuid4().hex
        text = self.tokenizer.apply_chat_template(
            [message | {"content": mark} if message["role"] == "user" else message for message in messages],
            tools=list(tools) if tools else None,
            tokenize=False,
            add_generation_prompt=True,
        )
        before, *after = str(text).split(mark)
        ids = self._markup(before)
        for content, markup in zip(said, after, strict=True):
            ids += self._data(content) + self._markup(markup)
        return ids

    def tool_results(self, contents: Sequence[str]) -> list[int]:
        """Ids that follow an assistant turn which called tools: the results and the next generation prompt."""
        ids = list(self._open_user)
        for i, content in enumerate(contents):
            ids += self._markup(("\n" if i else "") + "<tool_response>\n")
            ids += self._data(content)
            ids += self._markup("\n</tool_response>")
        return ids + self._open_assistant

    def user(self, content: str) -> list[int]:
        """Ids that follow an assistant turn when the user (or a hook) speaks next."""
        return self._open_user + self._data(content) + self._open_assistant

    def turn(self, ids: Sequence[int], logprobs: Sequence[float] = ()) -> Turn:
        """What sampled ids say."""
        text = str(self.tokenizer.decode([i for i in ids if i != self.end]))
        thinking, content, calls = parse(text)
        return Turn(ids=tuple(ids), logprobs=tuple(logprobs), thinking=thinking, content=content, calls=calls)


def parse(text: str) -> tuple[str, str, tuple[ToolCall, ...]]:
    """Split an assistant message into thinking, reply text and tool calls (Hermes format).

    Thinking that never ends is all there is: it must not reach a viewer.
    """
    match = _THINK.match(text)
    if match is None and text.lstrip().startswith("<think>"):
        return text.strip().removeprefix("<think>").strip(), "", ()
    thinking = match["thinking"].strip() if match else ""
    rest = text[match.end() :] if match else text
    calls = tuple(_call(m["body"]) for m in _CALL.finditer(rest))
    return thinking, _CALL.sub("", rest).strip(), calls


def _call(body: str) -> ToolCall:
    try:
        data = json.loads(body)
    except json.JSONDecodeError as error:
        return ToolCall(name="", arguments=None, error=f"not JSON: {error.msg}")
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        return ToolCall(name="", arguments=None, error='no "name" in the call')
    arguments = data.get("arguments", {})
    if not isinstance(arguments, dict):
        return ToolCall(name=data["name"], arguments=None, error='"arguments" is no object')
    return ToolCall(name=data["name"], arguments=arguments)
