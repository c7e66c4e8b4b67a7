"""New names for skills, tools and parameters: of like meaning, of another, of none, in other languages and conventions.

A new name is valid for MCP and the chat template, and like no other word of the harness, whatever the case of letters.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from hat.harness.renaming.mentions import is_identifier
from hat.harness.state import LOAD_SKILL
from hat.hsa.synonyms import SYNONYMS

Style = Callable[[str, random.Random], list[str]]
"""Proposes the words of a new name for an old one."""

Convention = Literal["snake", "kebab"]
SEPARATOR: dict[Convention, str] = {"snake": "_", "kebab": "-"}
"""How the words of a name are joined. Camel case has no separator: see `Names.camel`."""

LONGEST = 40
"""Characters of a name that is made of an old one's words."""
_VALID = re.compile(r"(?=.{1,64}\Z)[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
"""What MCP, model APIs and the chat template take for a name, in any convention."""
RESERVED: frozenset[str] = frozenset(
    {
        LOAD_SKILL,
        *("name", "arguments", "parameters", "properties", "type", "tool_call", "tool_response", "tools", "function"),
        *("system", "user", "assistant", "tool", "skill", "true", "false", "null", "none"),
    }
)
"""Words that the chat template, the tool-call format or JSON Schema give a meaning."""

_ONSETS = (*"bdfghjklmnprstvwyz", "br", "dr", "gl", "kr", "pl", "sk", "tr")
_NUCLEI = (*"aeiou", "ai", "oa")
_CODAS = tuple("bdklmnprstvx")
_NOUNS = (
    *("amber", "anchor", "birch", "bridge", "candle", "canyon", "cedar", "cloud", "copper", "coral", "delta", "ember"),
    *("falcon", "fern", "garden", "glacier", "harbor", "hazel", "island", "ivory", "jasmine", "lantern", "maple"),
    *("meadow", "mirror", "nectar", "ocean", "orchid", "pebble", "pepper", "quartz", "raven", "river", "saddle"),
    *("silver", "spruce", "thunder", "timber", "tulip", "velvet", "walnut", "willow", "winter", "zephyr"),
)
_FOREIGN: dict[str, tuple[str, ...]] = {
    "get": ("chaxun", "obtener", "holen", "trouver"),
    "check": ("jiancha", "revisar", "pruefen", "verifier"),
    "price": ("jiage", "precio", "preis", "tarif"),
    "coupon": ("youhui", "cupon", "gutschein", "remise"),
    "stock": ("kucun", "existencias", "bestand", "reserve"),
    "shipping": ("wuliu", "envio", "versand", "livraison"),
    "delivery": ("peisong", "entrega", "lieferung", "colis"),
    "product": ("shangpin", "producto", "ware", "article"),
    "order": ("dingdan", "pedido", "bestellung", "commande"),
    "sales": ("shouhou", "ventas", "verkauf", "ventes"),
    "link": ("lianjie", "enlace", "verweis", "lien"),
    "size": ("chima", "talla", "groesse", "taille"),
    "city": ("chengshi", "ciudad", "stadt", "ville"),
    "id": ("bianhao", "numero", "nummer", "clef"),
    "facts": ("xiangqing", "datos", "fakten", "faits"),
    "talk": ("liaotian", "charla", "plaudern", "causerie"),
    "questions": ("wenti", "preguntas", "fragen", "demandes"),
    "answers": ("huida", "respuestas", "antworten", "reponses"),
    "and": ("he", "y", "und", "et"),
}
"""Pinyin, Spanish, German and French, in ASCII."""
_PREFIXES = ("shop", "live", "room", "api", "svc", "v2", "mcp", "acme", "prod", "host")


def synonym(old: str, random_: random.Random) -> list[str]:
    """Words of like meaning where there are any: `get_price` -> fetch, cost."""
    parts = split(old)
    if "and" in parts and random_.random() < 0.3:
        first = parts.index("and")
        parts = [*parts[first + 1 :], parts[first], *parts[:first]]
    return [random_.choice(SYNONYMS.get(part, (part,))) for part in parts]


def pronounceable(old: str, random_: random.Random) -> list[str]:
    """Words that mean nothing: zorvik, plu."""
    return [_coin(random_) for _ in range(random_.choice((1, 2, 2)) if not is_identifier(old) else 2)]


def unrelated(old: str, random_: random.Random) -> list[str]:
    """Real words that have nothing to do with the matter: amber, canyon."""
    return random_.sample(_NOUNS, 2)


def numbered(old: str, random_: random.Random) -> list[str]:
    """A word and a number: brenta, 7."""
    return [_coin(random_), str(random_.randint(2, 9))]


def nonsense(old: str, random_: random.Random) -> list[str]:
    """Letters and digits that nobody can say: qx7, tkv."""
    letters = string.ascii_lowercase
    return [random_.choice(letters) + "".join(random_.choices("bcdfghjklmnpqrstvwxz0123456789", k=3)) for _ in range(2)]


def prefixed(old: str, random_: random.Random) -> list[str]:
    """The old name in another's namespace: shop, get, price."""
    return [random_.choice(_PREFIXES), *split(old)]


def foreign(old: str, random_: random.Random) -> list[str]:
    """Words of another language, where they are known: obtener, precio."""
    language = random_.randrange(4)
    parts = [_FOREIGN[part][language] if part in _FOREIGN else part for part in split(old)]
    return parts if parts != split(old) else pronounceable(old, random_)


TRAIN_STYLES: tuple[Style, ...] = (
    *(synonym, synonym, synonym, synonym, pronounceable, pronounceable, pronounceable),
    *(unrelated, numbered, nonsense, prefixed, foreign),
)
"""One is drawn for each name: names of like meaning and names of none are about as frequent."""


def split(name: str) -> list[str]:
    """The lower-case words of a name in any convention."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)] or [name]


def is_valid(name: str) -> bool:
    """Whether a name can be used everywhere: letters, digits and single separators, a letter first, 64 at most."""
    return _VALID.fullmatch(name) is not None


class Names:
    """Makes names that differ from all words of a harness, from each other and from what is reserved."""

    def __init__(self, taken: Iterable[str], random_: random.Random) -> None:
        self._taken = {word.casefold() for word in (*taken, *RESERVED)}
        self._random = random_

    def new(self, old: str, convention: Convention) -> str:
        """A new name in a style drawn at random.

        A name that cannot be plain language gets one that cannot either, so that both can be told from prose. A name
        without letters stays: it cannot be told from a number.
        """
        if not _has_letters(old):
            return old
        style = self._random.choice(TRAIN_STYLES)
        for attempt in range(20):
            words = style(old, self._random) if attempt < 5 else pronounceable(old, self._random)
            name = _joined(words, SEPARATOR[convention])
            if is_valid(name) and self._free(name) and not (is_identifier(old) and not is_identifier(name)):
                return self._take(name)
        number = 2
        while not self._free(f"{name}{SEPARATOR[convention]}{number}"):
            number += 1
        return self._take(f"{name}{SEPARATOR[convention]}{number}")

    def camel(self, old: str) -> str:
        """The same meaning in camel case with a role word: `get_price` -> fetchCostInfo. As `new` otherwise."""
        while _has_letters(old):
            first, *rest = synonym(old, self._random)
            words = [*rest, self._random.choice(("info", "data", "call", "value", "field", "entry"))]
            name = first + "".join(word.capitalize() for word in words)
            if is_valid(name) and self._free(name):
                return self._take(name)
            coined = _coin(self._random)
            old = f"{old}_{coined}" if is_valid(name) else coined
        return old

    def _free(self, name: str) -> bool:
        return name.casefold() not in self._taken

    def _take(self, name: str) -> str:
        self._taken.add(name.casefold())
        return name


def _has_letters(name: str) -> bool:
    return any(character.isalpha() for character in name)


def _joined(words: Sequence[str], separator: str) -> str:
    """As many of the words as `LONGEST` allows."""
    count = next((n for n in range(len(words), 1, -1) if len(separator.join(words[:n])) <= LONGEST), 1)
    return separator.join(words[:count])[:LONGEST]


def _coin(random_: random.Random) -> str:
    """One pronounceable word."""
    syllables = [random_.choice(_ONSETS) + random_.choice(_NUCLEI) for _ in range(random_.choice((1, 2, 2)))]
    return "".join(syllables) + random_.choice(_CODAS)
