"""Secrets in text: whatever stands in a harness is read by the model and shown in reports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict

from hat.harness.checks.flaw import Flaw, block_file, skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.format.manifest import MANIFEST
from hat.harness.state import HarnessState

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

_SIGNS = ("PRIVATE KEY", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox",
          "AIza", "sk-", "eyJ", "://")  # fmt: skip
"""Every secret has one of these in it; looking for them is quick."""

_SECRET = re.compile("|".join(f"(?P<k{i}>{pattern})" for i, pattern in enumerate(_KINDS.values())))
_NAMES = dict(zip((f"k{i}" for i in range(len(_KINDS))), _KINDS, strict=True))


def check_secrets(state: HarnessState) -> Iterator[Flaw]:
    """Every text of the harness."""
    texts = [
        (MANIFEST, [state.name, state.version, json.dumps(dict(state.extra), ensure_ascii=False)]),
        *((block_file(b.id), [b.text, json.dumps(dict(b.extra), ensure_ascii=False)]) for b in state.prompt),
        *(
            (skill_file(s.name), [s.description, s.body, json.dumps(dict(s.extra), ensure_ascii=False)])
            for s in state.skills
        ),
        *((tool_file(t.name), [json.dumps(asdict(t), ensure_ascii=False)]) for t in state.tools),
        (HOOKS_FILE, [json.dumps(asdict(h), ensure_ascii=False) for h in state.hooks]),
    ]
    for file, parts in texts:
        text = "\n".join(parts)
        for match in _SECRET.finditer(text) if any(sign in text for sign in _SIGNS) else ():
            kind = _NAMES[str(match.lastgroup)]
            remedy = "Delete it and revoke it: it has been written down. Let the tool server hold it"
            yield Flaw(file, "secret", f"holds {kind} ({match[0][:4]}...)", remedy, match[0])
