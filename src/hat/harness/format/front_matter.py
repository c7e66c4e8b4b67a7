"""Markdown with YAML front matter between two `---` lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hat.errors import BadInput, Fault
from hat.harness.format.source import Source
from hat.harness.format.yaml_text import format_yaml

_DOCUMENT = re.compile(r"---[ \t]*\n(?P<front>.*?)^---[ \t]*(?:\n\n?|\Z)(?P<body>.*)\Z", re.DOTALL | re.MULTILINE)


def split_front_matter(source: Source) -> tuple[Source, Source]:
    """Front matter and body, each with its place in the file; raises BadInput when there is no front matter."""
    match = _DOCUMENT.match(source.text)
    if match is None:
        message = "has no front matter" if not source.text.startswith("---") else "the front matter does not end"
        remedy = "Begin the file with a line `---`, `key: value` lines, and a line `---`"
        raise BadInput(Fault(source.file, message, remedy, "front-matter", 1))
    body_line = 1 + source.text.count("\n", 0, match.start("body"))
    return Source(source.file, match["front"], 2), Source(source.file, match["body"], body_line)


def join_front_matter(front: Mapping[str, Any], body: str) -> str:
    """The file that `split_front_matter` splits into the same front matter and body."""
    return f"---\n{format_yaml(front)}---\n\n{body}"
