"""Dimension `tool_definitions`: tools, their parameters, descriptions and order. Implementations never change."""

from __future__ import annotations

import random
from dataclasses import replace

from hat.harness.renaming.mapping import NameMapping
from hat.hsa import parameters
from hat.hsa.descriptions import rewrite
from hat.hsa.distractors import TOOLS
from hat.hsa.draft import Draft, Family
from hat.hsa.injection import inject_into
from hat.hsa.masking import mask_some
from hat.hsa.names import Convention, Names
from hat.hsa.seeding import shuffled
from hat.hsa.texts import words

CONVENTIONS: tuple[Convention, ...] = ("snake", "snake", "snake", "kebab")
"""One is drawn for the tools of a variant. Parameters stay in snake case."""


def rename(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Give tools new names, all in one convention."""
    names, convention = Names(words(draft.state), random_), random_.choice(CONVENTIONS)
    tools = {
        tool.name: names.new(tool.name, convention) if random_.random() < strength else tool.name
        for tool in draft.state.tools
    }
    return draft.renamed(replace(NameMapping.identity(draft.state), tools=tools))


def rename_parameters(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Give parameters new names: in some variants the same in all tools, in others not."""
    names = Names(words(draft.state), random_)
    alike = random_.random() < 0.5

    def propose(old: str) -> str:
        return names.new(old, "snake") if random_.random() < strength else old

    return draft.renamed(parameters.rename_parameters(draft.state, propose, alike))


def rename_camel(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Move all tools and parameters to camel case and new words, as a change of the house convention does."""
    names = Names(words(draft.state), random_)

    def camel(old: str) -> str:
        return names.camel(old) if random_.random() < strength else old

    tools = {tool.name: camel(tool.name) for tool in draft.state.tools}
    names_of = parameters.rename_parameters(draft.state, camel, alike=True).parameters
    return draft.renamed(NameMapping(tools=tools, parameters=names_of))


def describe(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Say in other words what the tools are for."""
    descriptions = rewrite([tool.description for tool in draft.state.tools], random_, strength, draft.paraphrase)
    tools = tuple(replace(t, description=d) for t, d in zip(draft.state.tools, descriptions, strict=True))
    return replace(draft, state=replace(draft.state, tools=tools))


def reorder(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """List the tools, and each tool's parameters, in another order."""
    tools = []
    for tool in shuffled(draft.state.tools, random_, strength):
        properties = shuffled(tuple(tool.input_schema.get("properties", {}).items()), random_, strength)
        schema = {k: dict(properties) if k == "properties" else value for k, value in tool.input_schema.items()}
        tools.append(replace(tool, input_schema=schema))
    return replace(draft, state=replace(draft.state, tools=tuple(tools)))


def mask(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Take away a few tools that nobody needs here, at least one. Protected ones stay, and so does at least one."""
    return mask_some(draft, draft.state.tools, random_, strength, lambda state: bool(state.tools))


def inject(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Add a few tools of other domains. No server has their implementations: calls fail as `unknown-tool`."""
    tools, mapping = inject_into(draft, draft.state.tools, TOOLS, random_, strength)
    return replace(draft, state=replace(draft.state, tools=tools), mapping=mapping)


MASK = Family("tool_definitions.mask", "semantic", 0.3, 0.22, mask)
INJECT = Family("tool_definitions.inject", "semantic", 0.3, 0.22, inject)
DESCRIBE = Family("tool_definitions.describe", "surface", 0.6, 1.0, describe)
REORDER = Family("tool_definitions.reorder", "surface", 0.6, 1.0, reorder)
RENAME = Family("tool_definitions.rename", "surface", 0.7, 0.85, rename)
RENAME_PARAMETERS = Family("tool_definitions.rename_parameters", "surface", 0.5, 0.8, rename_parameters)
RENAME_CAMEL = Family("tool_definitions.rename_camel", "surface", 1.0, 1.0, rename_camel)
