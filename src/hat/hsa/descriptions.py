"""Rewriting what a harness says a skill or tool is for."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from hat.harness.state import title
from hat.hsa.paraphrase import Paraphrase, by_rules, means_alike
from hat.hsa.synonyms import SYNONYMS

NEW_TITLE = 0.25
"""Share of descriptions whose title gets other words of like meaning."""
NO_TITLE = 0.05
"""Share that loses its title: the reader must tell from the sentence."""
_TITLE = re.compile(r"[\w-]+(?: [\w-]+){1,3}")
"""A few words that name a thing; other words after a colon are part of what is said."""


def rewrite(
    descriptions: Sequence[str], random_: random.Random, strength: float, paraphrase: Paraphrase = by_rules
) -> list[str]:
    """The descriptions, a share of `strength` in other words. Titles stay different from each other."""
    taken = {title(description) for description in descriptions}
    rewritten = []
    for description in descriptions:
        if random_.random() >= strength:
            rewritten.append(description)
            continue
        sentence, separator, name = description.rpartition(": ")
        if not separator or not _TITLE.fullmatch(name):
            rewritten.append(paraphrase(description, random_, ()))
            continue
        sentence, draw = paraphrase(sentence, random_, ()), random_.random()
        retitled = retitle(name, random_)
        if draw < NO_TITLE and means_alike(description, sentence) and title(sentence) not in taken:
            rewritten.append(sentence)
        elif draw < NO_TITLE + NEW_TITLE and retitled not in taken and means_alike(name, retitled):
            rewritten.append(f"{sentence}: {retitled}")
        else:
            rewritten.append(f"{sentence}: {name}")
        taken.add(title(rewritten[-1]))
    return rewritten


def retitle(name: str, random_: random.Random) -> str:
    """A title with one of its words replaced by one of like meaning, where there is one."""
    words = name.split()
    known = [place for place, word in enumerate(words) if word in SYNONYMS and word != "and"]
    if known:
        place = random_.choice(known)
        words[place] = random_.choice(SYNONYMS[words[place]])
    return " ".join(words)
