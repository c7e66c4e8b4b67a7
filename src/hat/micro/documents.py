"""Training documents: a prefix that is read once, and branches that each continue it on their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase

PROMPT, BOILERPLATE, PLAIN, RULE, NAME, TITLE = 0.1, 0.3, 1.0, 2.0, 1.5, 2.0
"""Loss weights of a character by what it is. Reading is worth little, the few tokens that decide are worth most."""

Piece = tuple[str, float]
"""Text and the loss weight of its characters."""


@dataclass(frozen=True)
class Document:
    """Text: `prefix`, then `branches` that see the prefix and themselves, never each other.

    `skips` are positions that are left out, as (share of the prefix's tokens, positions): the model learns distances
    longer than the text (PoSE, Zhu et al., 2024, arXiv:2309.10400).
    """

    prefix: tuple[Piece, ...]
    branches: tuple[tuple[Piece, ...], ...]
    skips: tuple[tuple[float, int], ...] = ()

    @property
    def text(self) -> str:
        """All of it: the prefix, then each branch."""
        return "".join(piece for pieces in (self.prefix, *self.branches) for piece, _ in pieces)


@dataclass(frozen=True)
class Row:
    """A document in tokens. `branch` is 0 for the prefix and 1.. for the branches; all four run in parallel.

    `weights[i]` is the loss weight of predicting `ids[i]`; the first token of the prefix has weight 0.
    """

    ids: tuple[int, ...]
    weights: tuple[float, ...]
    positions: tuple[int, ...]
    branch: tuple[int, ...]


def encode(pieces: Sequence[Piece], tokenizer: PreTrainedTokenizerBase) -> tuple[list[int], list[float]]:
    """Ids and weights. A token that spans pieces takes the greatest of their weights."""
    text = "".join(piece for piece, _ in pieces)
    by_character = [weight for piece, weight in pieces for _ in piece]
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    weights = [max(by_character[start:end], default=0.0) for start, end in encoded["offset_mapping"]]
    return list(encoded["input_ids"]), weights


def encode_document(document: Document, tokenizer: PreTrainedTokenizerBase) -> Row:
    """The document as one row. Branch positions go on from the end of the prefix."""
    ids, weights = encode(document.prefix, tokenizer)
    size = len(ids)
    if weights:
        weights[0] = 0.0
    positions = [i + sum(skip for share, skip in document.skips if i >= share * size) for i in range(size)]
    start, branch = size + sum(skip for _, skip in document.skips), [0] * size
    for number, pieces in enumerate(document.branches, 1):
        more, their = encode(pieces, tokenizer)
        ids += more
        weights += their
        positions += range(start, start + len(more))
        branch += [number] * len(more)
    return Row(tuple(ids), tuple(weights), tuple(positions), tuple(branch))
