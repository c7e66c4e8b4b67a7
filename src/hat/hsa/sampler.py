"""Making variants: which transform families there are, in which order they run, and how one variant is drawn."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping

from hat.errors import BadInput, Fault
from hat.harness.renaming.mapping import NameMapping
from hat.harness.state import HarnessState
from hat.hsa import hooks, skill_content, skill_names, system_prompt, tool_definitions
from hat.hsa.draft import Draft, Family, Kind
from hat.hsa.paraphrase import Paraphrase, by_rules
from hat.hsa.seeding import stream
from hat.hsa.variant import Variant

FAMILIES: tuple[Family, ...] = (
    skill_names.MASK,
    tool_definitions.MASK,
    skill_content.MASK,
    skill_content.SWAP_PHRASES,
    system_prompt.PERTURB,
    hooks.RETRY,
    hooks.TRIGGER,
    skill_names.INJECT,
    tool_definitions.INJECT,
    skill_names.DESCRIBE,
    tool_definitions.DESCRIBE,
    skill_content.REWORD,
    skill_content.REORDER,
    skill_content.CLAUSES_STYLE,
    system_prompt.REWORD,
    hooks.REWORD,
    hooks.RESTRUCTURE,
    skill_names.REORDER,
    tool_definitions.REORDER,
    system_prompt.REORDER,
    skill_names.RENAME,
    tool_definitions.RENAME,
    tool_definitions.RENAME_PARAMETERS,
    tool_definitions.RENAME_CAMEL,
)
"""In the order in which they run: what there is, then its words, then its order, then its names."""

ALL_DIMENSIONS: tuple[str, ...] = ("skill_names", "skill_content", "tool_definitions", "system_prompt", "hooks")
TEST_FAMILIES: frozenset[str] = frozenset({tool_definitions.RENAME_CAMEL.name, skill_content.CLAUSES_STYLE.name})
"""Held out of training, so that Harness-Variant QA meets kinds of change that no model was trained on."""
TRAIN_FAMILIES: frozenset[str] = frozenset(family.name for family in FAMILIES) - TEST_FAMILIES


def choose(dimensions: Collection[str], kinds: Collection[Kind], families: Collection[str]) -> list[Family]:
    """The families that all three allow. Raises BadInput for a dimension or family that does not exist."""
    _check("dimension", dimensions, ALL_DIMENSIONS)
    _check("family", families, [family.name for family in FAMILIES])
    return [f for f in FAMILIES if f.dimension in dimensions and f.kind in kinds and f.name in families]


def make_variant(
    state: HarnessState,
    seed: int,
    dimensions: Collection[str] = ALL_DIMENSIONS,
    kinds: Collection[Kind] = ("surface", "semantic"),
    families: Collection[str] = TRAIN_FAMILIES,
    protect: Collection[str] = (),
    paraphrase: Paraphrase = by_rules,
) -> Variant:
    """A variant of the state: the same for the same arguments.

    Each family that `dimensions`, `kinds` and `families` allow is applied with its own probability; at least one is,
    where any can change something. `protect` are names of skills and tools that must not be masked;
    `paraphrase` says texts in other words.

    Raises BadInput for a dimension or family that does not exist.
    """
    allowed = choose(dimensions, kinds, families)
    streams = {family.name: stream(seed, family.name) for family in allowed}
    chosen = [family for family in allowed if streams[family.name].random() < family.share]
    start = Draft(state, NameMapping.identity(state), frozenset(protect), paraphrase)
    draft, applied = _apply(start, chosen, streams)
    for family in stream(seed, "at least one").sample(allowed, len(allowed)):
        if not applied:
            draft, applied = _apply(start, [family], streams)
    used = tuple(dimension for dimension in ALL_DIMENSIONS if dimension in dimensions)
    return Variant(draft.state, draft.mapping, used, seed, tuple(applied))


def _apply(draft: Draft, families: Iterable[Family], streams: Mapping[str, random.Random]) -> tuple[Draft, list[str]]:
    """The draft after the families, and the names of those that changed it."""
    applied = []
    for family in families:
        before, draft = draft.state, family.apply(draft, streams[family.name])
        if draft.state != before or _parameters(draft.state) != _parameters(before):
            applied.append(family.name)
    return draft, applied


def _parameters(state: HarnessState) -> list[tuple[str, ...]]:
    """Each tool's parameters in order, which equality of schemas does not see."""
    return [tool.parameters for tool in state.tools]


def _check(what: str, names: Collection[str], known: Collection[str]) -> None:
    faults = [
        Fault(f"variant {what}", f"there is no {name!r}", f"Use one of {', '.join(known)}")
        for name in names
        if name not in known
    ]
    if faults:
        raise BadInput(*faults)
