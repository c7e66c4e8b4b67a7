"""Front matter as people write it: lines that are no YAML, or other YAML than was meant, although they are plain.

An unquoted colon, bracket or hash in a value, quotes inside quotes, tabs, a full-width colon: such a line is read as it
was meant, with a warning that shows how to write it. Front matter that is YAML stays as it is, but for a description
that YAML would cut or read as a number. What is not plain is left for the YAML reader to refuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hat.errors import BadInput, Fault
from hat.harness.format.front_matter import split_front_matter
from hat.harness.format.source import Source
from hat.harness.format.yaml_text import parse_yaml

_ENTRY = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z_][\w.-]*) *(?::(?=[ \t]|$)|\uff1a)[ \t]*(?P<value>.*?)[ \t]*")
_BLOCK = re.compile(r"[|>][-+\d]*(?:\s+#.*)?")
_OPENS_BLOCK = re.compile(r"(?P<indent> *)(?:.*(?::|-)[ \t]+)?[|>][-+\d]*[ \t]*(?:#.*)?")
_TEXT = ("description",)
"""Keys whose value is always text, whatever it looks like."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_CLOSING = {"[": "]", "{": "}"}
_MARKUP = re.compile(r"""[:#"'`@%&*!|>?,\[\]{}]|\A-\s""")
"""What YAML may read as more than text."""
_VALUE = re.compile(r"\A[\d.+~-]|\A(?:y|n|yes|no|on|off|true|false|null)\Z", re.IGNORECASE)
"""What YAML may read as a number, a truth value or nothing."""


@dataclass(frozen=True)
class _Mended:
    """A line as it was meant. `rereads`: it is a description that YAML reads otherwise."""

    line: str
    rereads: bool


def mend(source: Source) -> tuple[Source, tuple[Fault, ...]]:
    """The source with its front matter mended line by line, and a warning for each mended line.

    Raises BadInput when there is no front matter.
    """
    front, _ = split_front_matter(source)
    lines = front.text.split("\n")
    mended = dict(_mended_lines(lines))
    if mended and _is_yaml(front):
        mended = {place: line for place, line in mended.items() if line.rereads}
    if not mended:
        return source, ()
    for place, new in mended.items():
        lines[place] = new.line
    start = source.text.index("\n") + 1
    text = source.text[:start] + "\n".join(lines) + source.text[start + len(front.text) :]
    return replace(source, text=text), tuple(_warning(front, place, new.line) for place, new in mended.items())


def _mended_lines(lines: Sequence[str]) -> Iterator[tuple[int, _Mended]]:
    """The lines that differ from what was meant. What goes on from a line above, blocks included, is left alone."""
    above: int | None = None
    block = False
    for place, line in enumerate(lines):
        new = line if block else _untabbed(line)
        indent = len(new) - len(new.lstrip(" "))
        rereads = False
        if above is None or (new.strip() and indent <= above):
            new = _untabbed(line)
            entry = _ENTRY.fullmatch(new)
            block = bool(_OPENS_BLOCK.fullmatch(new))
            above = indent if block or (entry and entry["value"]) else None
            if entry:
                goes_on = place + 1 < len(lines) and bool(re.match(rf"[ \t]{{{indent + 1}}}", lines[place + 1]))
                text = None if goes_on else _meant(entry["key"], entry["value"])
                rereads = text is not None and indent == 0 and entry["key"] in _TEXT
                new = _written(entry, text)
        if new != line:
            yield place, _Mended(new, rereads)


def _is_yaml(front: Source) -> bool:
    try:
        parse_yaml(front)
    except BadInput:
        return False
    return True


def _warning(front: Source, place: int, line: str) -> Fault:
    message, remedy = "this line is not the YAML that was meant", f"It is read as `{line.strip()}`: write that"
    return Fault(front.file, message, remedy, "front-matter", front.first_line + place, severity="warning")


def _untabbed(line: str) -> str:
    """The line with spaces for the tabs that it begins with."""
    text = line.lstrip(" \t")
    return line[: len(line) - len(text)].replace("\t", "  ") + text


def _written(entry: re.Match[str], text: str | None) -> str:
    """The line of an entry as YAML, with `text` as its value where one was meant."""
    if text is not None:
        return f"{entry['indent']}{entry['key']}: {json.dumps(text, ensure_ascii=False)}"
    if ":" in entry[0][: entry.start("value")]:
        return entry[0]
    return f"{entry['indent']}{entry['key']}: {entry['value']}".rstrip()


def _meant(key: str, value: str) -> str | None:
    """The text that the value was meant to be; None where it is YAML already or cannot be told."""
    special = _MARKUP.search(value) or (key in _TEXT and _VALUE.search(value))
    if not special or _QUOTED.fullmatch(value) or _BLOCK.fullmatch(value):
        return None
    try:
        read = parse_yaml(Source("", f"k: {value}"))["k"]
    except BadInput:
        pass
    else:
        if key not in _TEXT or (isinstance(read, str) and (value[0] in "\"'" or read == value)):
            return None
    quote = value[0]
    if quote in "&*!" or (quote in _CLOSING and _CLOSING[quote] not in value):
        return None
    if quote in "\"'" and len(value) > 1:
        inner = value[1:-1] if value.endswith(quote) else value
        return inner.replace(f"\\{quote}", quote) if quote in value[1:] else None
    return value
