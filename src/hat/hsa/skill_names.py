"""Dimension `skill_names`: what skills are called and said to be for, their order, and which there are."""

from __future__ import annotations

import random
from dataclasses import replace

from hat.harness.renaming.mapping import NameMapping
from hat.harness.state import HarnessState
from hat.hsa.descriptions import rewrite
from hat.hsa.distractors import SKILLS
from hat.hsa.draft import Draft, Family
from hat.hsa.injection import inject_into
from hat.hsa.masking import mask_some
from hat.hsa.names import Names
from hat.hsa.seeding import shuffled
from hat.hsa.texts import words


def rename(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Give skills new names."""
    names = Names(words(draft.state), random_)
    renamed = {
        skill.name: names.new(skill.name, "kebab") for skill in draft.state.skills if random_.random() < strength
    }
    return draft.renamed(replace(NameMapping.identity(draft.state), skills=renamed))


def describe(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Say in other words what the skills are for."""
    descriptions = rewrite([skill.description for skill in draft.state.skills], random_, strength, draft.paraphrase)
    skills = tuple(replace(s, description=d) for s, d in zip(draft.state.skills, descriptions, strict=True))
    return replace(draft, state=replace(draft.state, skills=skills))


def reorder(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """List the skills in another order."""
    skills = tuple(shuffled(draft.state.skills, random_, strength))
    return replace(draft, state=replace(draft.state, skills=skills))


def mask(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Take away a few skills, at least one. Protected ones stay, and so does at least one reply skill."""

    def has_reply(state: HarnessState) -> bool:
        return any(skill.kind == "reply" for skill in state.skills)

    return mask_some(draft, draft.state.skills, random_, strength, has_reply)


def inject(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Add a few skills of other domains."""
    skills, mapping = inject_into(draft, draft.state.skills, SKILLS, random_, strength)
    return replace(draft, state=replace(draft.state, skills=skills), mapping=mapping)


MASK = Family("skill_names.mask", "semantic", 0.3, 0.17, mask)
INJECT = Family("skill_names.inject", "semantic", 0.3, 0.17, inject)
DESCRIBE = Family("skill_names.describe", "surface", 0.6, 1.0, describe)
REORDER = Family("skill_names.reorder", "surface", 0.6, 1.0, reorder)
RENAME = Family("skill_names.rename", "surface", 0.7, 0.85, rename)
