"""Paraphrase by a language model: cached by content, and verified before use."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hat.agent.endpoint import Endpoint
from hat.errors import InfrastructureError
from hat.hsa.paraphrase import difference
from hat.storage import digest_json, write_json

COUNT = 8
"""Wordings that the model is asked for."""
_ASK = (
    "Write the text below in {count} other wordings of the same meaning and about the same length. Keep letter by "
    "letter: everything in double quotes, backticks or braces, URLs, numbers, headings and line breaks. Keep every "
    "negation, and every must, may, can and should. Answer with a JSON array of {count} strings and nothing else."
)
_ARRAY = re.compile(r"\[.*\]", re.DOTALL)


class ModelParaphrases:
    """A `Paraphrase` that asks an endpoint once for each text, and keeps the answers in the folder `cache`.

    Wordings that could mean something else are left out; where none is left the text stays. `refused` counts the
    wordings left out by reason (see `difference`), and `unreadable` answers. Variants are the same for the same seed
    and cache.
    """

    def __init__(self, endpoint: Endpoint, cache: Path) -> None:
        self.refused: Counter[str] = Counter()
        self._endpoint, self._cache = endpoint, cache
        self._known: dict[str, list[str]] = {}

    def __call__(self, text: str, random_: random.Random, keep: Iterable[str] = ()) -> str:
        """The text in other words. Raises InfrastructureError when the endpoint does not answer."""
        if not text.strip():
            return text
        phrases = [phrase for phrase in keep if phrase in text]
        reasons = {wording: difference(text, wording, phrases) for wording in self._wordings(text)}
        self.refused.update(reason for reason in reasons.values() if reason)
        sound = [wording for wording, reason in reasons.items() if reason is None]
        return random_.choice(sound) if sound else text

    def _wordings(self, text: str) -> list[str]:
        """What the model wrote for the text, now or at another time."""
        if text not in self._known:
            file = self._cache / f"{digest_json([self._endpoint.model, _ASK, COUNT, text])[7:]}.json"
            if not file.is_file():
                write_json(file, {"model": self._endpoint.model, "text": text, "answer": self._ask(text)})
            self._known[text] = self._read(json.loads(file.read_text(encoding="utf-8"))["answer"])
        return self._known[text]

    def _ask(self, text: str) -> str:
        messages = [{"role": "system", "content": _ASK.format(count=COUNT)}, {"role": "user", "content": text}]
        message = self._endpoint.complete({"messages": messages, "temperature": 0.8, "max_tokens": 2048})
        if isinstance(message, InfrastructureError):
            raise message
        return message.content or ""

    def _read(self, answer: str) -> list[str]:
        found = _ARRAY.search(answer)
        try:
            value: Any = json.loads(found[0]) if found else None
        except json.JSONDecodeError:
            value = None
        if not isinstance(value, list):
            self.refused["unreadable"] += 1
            return []
        return list(dict.fromkeys(wording for wording in value if isinstance(wording, str) and wording.strip()))
