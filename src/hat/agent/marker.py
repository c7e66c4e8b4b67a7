"""Markers of the chat format, such as `<|im_end|>` and `</think>`."""

from __future__ import annotations

import re

INSIDE = re.compile(r"(?<=<)(?=\||/?(?:think|tools|tool_call|tool_response)>)")
"""The place behind the `<` of a marker: whatever comes in between makes plain text of it."""
