"""A source file: its text and where it lies, read so that no hostile file can hang, flood or leave the folder."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from hat.errors import BadInput, Fault

MAX_BYTES = 1_000_000
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
"""Characters that a person does not see and a model reads: control and format characters, but for tabs, line ends and
the joiners of emoji and scripts."""

Location = tuple[str | int, ...]
"""Keys and indices that lead to a value inside a YAML or JSON document."""


@dataclass(frozen=True)
class Source:
    """Text of `file` (a path relative to the harness folder) from its line `first_line` on."""

    file: str
    text: str
    first_line: int = 1

    def fault(self, message: str, remedy: str, rule: str, location: Location = ()) -> Fault:
        """A fault at a location of this document; its line and column are given when the location exists."""
        line, column = self._position(location)
        return Fault(self.file, message, remedy, rule, line, column)

    def line_of(self, place: int) -> int:
        """The line of the character at a place of the text."""
        return self.first_line + bisect_right(self._ends, place - 1)

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]

    @cached_property
    def _node(self) -> yaml.Node | None:
        try:
            return yaml.compose(self.text, Loader=yaml.CSafeLoader)
        except (yaml.YAMLError, ValueError, RecursionError):
            return None

    @cached_property
    def _indices(self) -> dict[int, dict[str | int, tuple[yaml.Node, yaml.Node]]]:
        """What `_entries` gave before, by the identity of the node."""
        return {}

    def _entries(self, node: yaml.MappingNode) -> dict[str | int, tuple[yaml.Node, yaml.Node]]:
        """The first entry of each plain key: the nodes of the key and of its value."""
        if id(node) not in self._indices:
            plain = [entry for entry in reversed(node.value) if isinstance(entry[0], yaml.ScalarNode)]
            self._indices[id(node)] = {entry[0].value: entry for entry in plain}
        return self._indices[id(node)]

    def _position(self, location: Location) -> tuple[int | None, int | None]:
        """Line and column of a value, or of the deepest part of the way to it that exists."""
        node, mark = self._node, None
        for key in location:
            if isinstance(node, yaml.MappingNode):
                entry = self._entries(node).get(key)
                if entry is None:
                    break
                mark, node = entry[0].start_mark, entry[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
                node = node.value[key]
                mark = node.start_mark
            else:
                break
        return (mark.line + self.first_line, mark.column + 1) if mark else (None, None)


def read_source(root: Path, path: Path) -> Source:
    """The UTF-8 text of a file under `root`; a byte-order mark is dropped, line ends become `\\n`.

    Raises BadInput when the file leads outside `root`, is no plain file, is longer than `MAX_BYTES`, cannot be read,
    is not UTF-8, or holds invisible control characters.
    """
    file = path.relative_to(root).as_posix()
    try:
        if not path.resolve(strict=True).is_relative_to(root.resolve()):
            raise BadInput(Fault(file, "leads outside the harness folder", "Copy the file into the folder", "outside"))
        if not path.is_file():
            raise BadInput(Fault(file, "is not a plain file", "Write a text file in its place", "not-a-file"))
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(Fault(file, f"is longer than {MAX_BYTES:,} bytes", "Shorten or split it", "too-long"))
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise BadInput(Fault(file, "does not exist", "Write this file", "missing")) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"is not UTF-8 (byte 0x{error.object[error.start]:02x})"
        raise BadInput(Fault(file, message, "Save the file as UTF-8", "encoding", line)) from error
    except (OSError, RuntimeError) as error:
        raise BadInput(Fault(file, f"cannot be read: {error}", "Make it a readable file", "unreadable")) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if found := INVISIBLE.search(text):
        line = Source(file, text).line_of(found.start())
        message = f"holds the invisible character U+{ord(found[0]):04X}"
        raise BadInput(Fault(file, message, "Delete it", "invisible-character", line))
    return Source(file, text)
