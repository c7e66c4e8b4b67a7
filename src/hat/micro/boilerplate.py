"""The fixed strings of the chat format, of rendered harnesses and of the assistant's notes: each is one token."""

from __future__ import annotations

from hat.agent.chat import END_OF_TURN

END_OF_TEXT = "<|endoftext|>"

SPECIAL = (
    END_OF_TEXT, END_OF_TURN, "<|im_start|>", "<|im_start|>system\n", "<|im_start|>user\n", "\n<|im_start|>user\n",
    "\n<|im_start|>assistant\n",
)  # fmt: skip
"""Marks between messages. They have no effect inside untrusted text (`hat.agent.chat`)."""

_PREAMBLE = (
    "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>",
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments within "
    "<tool_call></tool_call> XML tags:\n"
    '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
)
_JSON = (
    '\n{"type": "function", "function": {"description": "', '", "name": "',
    '", "parameters": {"type": "object", "properties": {"', '": {"type": "integer"}, "', '": {"type": "string"}, "',
    '": {"type": "integer"}}, "required": ["', '": {"type": "string"}}, "required": ["', '", "', '"]}}}', '": "',
    '": ', ', "', '{"', '"}', '{"error": "',
)  # fmt: skip
_CHAT = (
    "<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>\n",
    "\n</think>\n\n", '\n</think>\n\n<tool_call>\n{"name": "',
    '\n</think>\n\n<tool_call>\n{"name": "load_skill", "arguments": {"name": "', '", "arguments": {"',
    '"}}\n</tool_call>', "}}\n</tool_call>", "<tool_response>\n", "\n</tool_response>",
)  # fmt: skip
_TEXT = (
    "\n\n# Skills\n- ", "\n- ", " (reply): ", " (strategy): ", " -> ", "; ", ". ", "! ", "? ",
    "want:", "; want:", "; skill:", "then: ", "with: ", "; tool:", "; use: ", "rules: ", "Thought:", "\nAction: ",
    "\nAction Input: ", "Observation: ", "\nFinal Answer: ",
)  # fmt: skip
BOILERPLATE = (*_PREAMBLE, *_JSON, *_CHAT, *_TEXT)
"""Tokens that are ordinary text. Their order gives their ids."""
