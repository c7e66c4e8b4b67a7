"""Paraphrase by a language model: cached by content, and verified before use."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

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


_WORDINGS = TypeAdapter(list[str])


class ModelParaphrases:
    """A `Paraphrase` that asks an endpoint once for each text, and keeps the answers in the folder `cache`.

    Wordings that could mean something else are left out; where none is left the text stays. `refused` counts the
    wordings left out by reason (see `difference`), and `unreadable` answers, which are not kept: once for each text
    and its phrases to keep, whenever the model wrote them. Variants are the same for the same seed and cache.
    """

    def __init__(self, endpoint: Endpoint, cache: Path) -> None:
        self.refused: Counter[str] = Counter()
        self._endpoint, self._cache = endpoint, cache
        self._sound: dict[tuple[str, tuple[str, ...]], list[str]] = {}

    def __call__(self, text: str, random_: random.Random, keep: Iterable[str] = ()) -> str:
        """The text in other words. Raises InfrastructureError when the endpoint does not answer."""
        if not text.strip():
            return text
        phrases = tuple(phrase for phrase in keep if phrase in text)
        if (text, phrases) not in self._sound:
            reasons = {wording: difference(text, wording, phrases) for wording in self._wordings(text)}
            self.refused.update([reason for reason in reasons.values() if reason] if reasons else ["unreadable"])
            self._sound[text, phrases] = [wording for wording, reason in reasons.items() if reason is None]
        return random_.choice(self._sound[text, phrases] or [text])

    def _wordings(self, text: str) -> list[str]:
        """What the model wrote for the text, now or at another time."""
        messages = [{"role": "system", "content": _ASK.format(count=COUNT)}, {"role": "user", "content": text}]
        asked = {"messages": messages, "temperature": 0.8}
        file = self._cache / f"{digest_json([self._endpoint.url, self._endpoint.model, asked])[7:]}.json"
        if file.is_file():
            return _read(json.loads(file.read_text(encoding="utf-8"))["answer"])
        message = self._endpoint.complete(asked)
        if isinstance(message, InfrastructureError):
            raise message
        answer = message.content or ""
        if wordings := _read(answer):
            write_json(file, {"model": self._endpoint.model, "text": text, "answer": answer})
        return wordings


def _read(answer: str) -> list[str]:
    """The wordings in an answer; none where it is cut short or no array of texts."""
    found = _ARRAY.search(answer)
    try:
        wordings = _WORDINGS.validate_json(found[0]) if found else []
    except ValidationError:
        return []
    return list(dict.fromkeys(wording for wording in wordings if wording.strip()))
