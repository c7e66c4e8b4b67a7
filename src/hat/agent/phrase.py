"""Phrases in texts."""

from __future__ import annotations

import re


def says(text: str, phrase: str) -> bool:
    """Whether the text contains the phrase as whole words and figures, in any case."""
    return re.search(rf"(?<![\w.]){re.escape(phrase)}(?!\w)", text, re.I) is not None
