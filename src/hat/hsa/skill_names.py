"""Dimension `skill_names`: what skills are called and said to be for, their order, and which there are."""

from __future__ import annotations

import random
from dataclasses import replace

from hat.harness.renaming.mapping import NameMapping
from hat.hsa.descriptions import rewrite
from hat.hsa.distractors import SKILLS
from hat.hsa.draft import Draft, Family
from hat.hsa.injection import inject_into
from hat.hsa.masking import without
from hat.hsa.names import TRAIN_STYLES, new_name
from hat.hsa.texts import words


def rename(draft: Draft, random_: random.Random) -> Draft:
    """Give most skills new names."""
    taken = words(draft.state)
    names = {
        skill.name: new_name(skill.name, "skill", random_.choice(TRAIN_STYLES), random_, taken)
        for skill in draft.state.skills
        if random_.random() < 0.85
    }
    return draft.renamed(replace(NameMapping.identity(draft.state), skills=names))


def describe(draft: Draft, random_: random.Random) -> Draft:
    """Say in other words what the skills are for."""
    descriptions = rewrite([skill.description for skill in draft.state.skills], random_)
    skills = tuple(replace(s, description=d) for s, d in zip(draft.state.skills, descriptions, strict=True))
    return replace(draft, state=replace(draft.state, skills=skills))


def reorder(draft: Draft, random_: random.Random) -> Draft:
    """List the skills in another order."""
    skills = tuple(random_.sample(draft.state.skills, len(draft.state.skills)))
    return replace(draft, state=replace(draft.state, skills=skills))


def mask(draft: Draft, random_: random.Random) -> Draft:
    """Take away one or two skills. Protected ones stay, and so does at least one reply skill."""
    candidates = [skill.name for skill in draft.state.skills if skill.name not in draft.protect]
    random_.shuffle(candidates)
    left = random_.randint(1, 2)
    for name in candidates:
        state = without(draft.state, name) if left else None
        if state and any(skill.kind == "reply" for skill in state.skills):
            draft, left = replace(draft, state=state, mapping=draft.mapping.without(name)), left - 1
    return draft


def inject(draft: Draft, random_: random.Random) -> Draft:
    """Add one or two skills of other domains."""
    skills = inject_into(draft.state.skills, SKILLS, words(draft.state), random_)
    added = {skill.name for skill in skills} - {skill.name for skill in draft.state.skills}
    mapping = replace(draft.mapping, injected=draft.mapping.injected | added)
    return replace(draft, state=replace(draft.state, skills=skills), mapping=mapping)


MASK = Family("skill_names.mask", "semantic", 0.3, mask)
INJECT = Family("skill_names.inject", "semantic", 0.3, inject)
DESCRIBE = Family("skill_names.describe", "surface", 0.6, describe)
REORDER = Family("skill_names.reorder", "surface", 0.6, reorder)
RENAME = Family("skill_names.rename", "surface", 0.7, rename)
