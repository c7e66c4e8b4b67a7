"""Secrets in text: whatever stands in a harness is read by the model and shown in reports."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from hat.harness.checks.flaw import Flaw

_KINDS = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    "an access key of AWS": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a token of GitHub": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})",
    "a token of GitLab": r"\bglpat-[\w-]{20,}",
    "a token of Slack": r"\bxox[abeoprs]-[\w-]{10,}",
    "a key of Google": r"\bAIza[\w-]{35}\b",
    "an API key": r"\bsk-(?:[a-z]+-)*[A-Za-z0-9_]{20,}",
    "a JSON web token": r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",
    "a URL with credentials": r"\b[a-z][a-z0-9+.-]*://[^\s/:@\"'`<>{}$*]+:[^\s/@\"'`<>{}$*]+@[\w.-]+",
}
"""By form, as the issuers document them."""

_SECRET = re2.compile("|".join(f"({pattern})" for pattern in _KINDS.values()))
"""By RE2, which no text can make slow."""


def check_secrets(text: str, file: str) -> Iterator[Flaw]:
    """What a file's text gives away."""
    for match in _SECRET.finditer(text):
        kind = list(_KINDS)[match.lastindex - 1]
        remedy = "Delete it and revoke it: it has been written down. Let the tool server hold it"
        yield Flaw(file, "secret", f"holds {kind} ({match[0][:4]}...)", remedy, match[0])
