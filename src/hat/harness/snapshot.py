"""The pipeline's first stage: a checked, canonical copy of the harness, and what names it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from hat.errors import BadInput
from hat.harness.budget import check_budget
from hat.harness.digest import digest
from hat.harness.git import git
from hat.harness.load import load_harness
from hat.harness.save import save_harness
from hat.settings import Settings
from hat.storage import write_json


class SnapshotSettings(Settings):
    """What a harness may cost."""

    max_prompt_tokens: int = Field(default=1200, gt=0, description="Tokens that the first prompt may have.")


def run(config: SnapshotSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Load `inputs["harness"]`, save it to `out/harness`, describe it in `out/harness.json`; return the description.

    `commit` is the git commit that the folder was taken from, None outside git; `modified` is True when the folder
    differs from that commit. Raises BadInput with all errors of the harness, when its first prompt has too many
    tokens, or when `out` holds another harness.
    """
    source = inputs["harness"]
    state = load_harness(source)
    if faults := check_budget(state, config.max_prompt_tokens):
        raise BadInput(*faults)
    copy = out / "harness"
    if not copy.exists() or load_harness(copy) != state:
        save_harness(state, copy)
    commit = git(source, "rev-parse", "--verify", "HEAD")
    description = {
        "name": state.name,
        "version": state.version,
        "digest": digest(state),
        "blocks": len(state.prompt),
        "skills": len(state.skills),
        "tools": len(state.tools),
        "hooks": len(state.hooks),
        "commit": commit and commit.decode().strip(),
        "modified": commit is not None and git(source, "status", "--porcelain", "--", ".") != b"",
    }
    write_json(out / "harness.json", description)
    return description
