"""Characters that must not reach the model: invisible ones, and the chat template's own markers.

A file that holds them as such is not read (`format.source`); here they are found behind escapes of YAML and JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hat.harness.checks.flaw import Flaw
from hat.harness.format.source import INVISIBLE

_MARKER = re.compile(r"<\|\w{1,40}\|>")


def check_characters(text: str, file: str) -> Iterator[Flaw]:
    """The first invisible character of a file's text, and each marker."""
    if found := INVISIBLE.search(text):
        message = f"holds the invisible character U+{ord(found[0]):04X}, written as an escape"
        yield Flaw(file, "invisible-character", message, "Delete it")
    for marker in dict.fromkeys(_MARKER.findall(text)):
        message = f"`{marker}` is a marker of the chat template: it would end or begin a turn"
        yield Flaw(file, "template-marker", message, "Write it in other words", marker)
