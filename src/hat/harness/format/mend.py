"""Front matter as people write it: lines that are no YAML, or other YAML than was meant, although they are plain.

An unquoted colon, bracket or hash in a value, quotes inside quotes, tabs, a full-width colon: such a line is read as it
was meant, with a warning that shows how to write it. What is not plain is left for the YAML reader to refuse.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import yaml

from hat.errors import Fault
from hat.harness.format.front_matter import split_front_matter
from hat.harness.format.source import Source

_ENTRY = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z_][\w.-]*) *(?::(?=[ \t]|$)|\uff1a)[ \t]*(?P<value>.*?)[ \t]*")
_BLOCK = re.compile(r"[|>][-+\d]*(?:\s+#.*)?")
_TEXT = ("description",)
"""Keys whose value is always text, whatever it looks like."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_CLOSING = {"[": "]", "{": "}"}
_SPECIAL = re.compile(
    r"""[:#"'`@%&*!|>?,\[\]{}]|\A-\s|\A[\d.+~-]|\A(?:y|n|yes|no|on|off|true|false|null)\Z""", re.IGNORECASE
)
"""Where a value may be other YAML than plain text."""


def mend(source: Source) -> tuple[Source, tuple[Fault, ...]]:
    """The source with its front matter mended line by line, and a warning for each mended line.

    Raises BadInput when there is no front matter.
    """
    front, _ = split_front_matter(source)
    lines = front.text.split("\n")
    warnings = []
    value_at: int | None = None
    for place, line in enumerate(lines):
        mended = _untabbed(line)
        indent = len(mended) - len(mended.lstrip(" "))
        if value_at is None or (mended.strip() and indent <= value_at):
            entry = _ENTRY.fullmatch(mended)
            value_at = indent if entry and entry["value"] else None
            if entry:
                goes_on = place + 1 < len(lines) and bool(re.match(rf"[ \t]{{{indent + 1}}}", lines[place + 1]))
                mended = _mended(entry, goes_on)
        if mended != line:
            lines[place] = mended
            warnings.append(_warning(front, place, mended.strip()))
    start = source.text.index("\n") + 1
    text = source.text[:start] + "\n".join(lines) + source.text[start + len(front.text) :]
    return replace(source, text=text), tuple(warnings)


def _warning(front: Source, place: int, line: str) -> Fault:
    message, remedy = "this line is not the YAML that was meant", f"It is read as `{line}`: write that"
    return Fault(front.file, message, remedy, "front-matter", front.first_line + place, severity="warning")


def _untabbed(line: str) -> str:
    """The line with spaces for the tabs that it begins with."""
    text = line.lstrip(" \t")
    return line[: len(line) - len(text)].replace("\t", "  ") + text


def _mended(entry: re.Match[str], goes_on: bool) -> str:
    """The line of an entry as YAML; one whose value is plain already, or goes on in the next line, stays."""
    key, value = entry["key"], entry["value"]
    plain = not _SPECIAL.search(value) or _QUOTED.fullmatch(value) or _BLOCK.fullmatch(value)
    text = None if goes_on or plain else _meant(key, value)
    if text is not None:
        return f"{entry['indent']}{key}: {json.dumps(text, ensure_ascii=False)}"
    return entry[0] if ":" in entry[0][: entry.start("value")] else f"{entry['indent']}{key}: {value}".rstrip()


def _meant(key: str, value: str) -> str | None:
    """The text that the value was meant to be; None where it is YAML already or cannot be told."""
    try:
        read: Any = yaml.load(f"k: {value}", Loader=yaml.CSafeLoader)["k"]
    except (yaml.YAMLError, ValueError, RecursionError):
        read = None
    else:
        if key not in _TEXT or (isinstance(read, str) and (value[0] in "\"'" or read == value)):
            return None
    quote = value[0]
    if quote in "&*!" or (quote in _CLOSING and _CLOSING[quote] not in value):
        return None
    if quote in "\"'" and len(value) > 1:
        inner = value[1:-1] if value.endswith(quote) else value
        return inner if quote in value[1:] else None
    return value
