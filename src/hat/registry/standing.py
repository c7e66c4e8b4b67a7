"""Whether a decision that was made before still stands: it rests on which version serves, and that may have changed."""

from __future__ import annotations

from pathlib import Path


def stands(stage: str, folder: Path) -> bool:
    """Whether what the complete stage in `folder` left is true of what serves now.

    A comparison stands while the version that it was made against serves, or the candidate itself. A promotion stands
    while the champion that it left serves. All other stages depend on their inputs alone.
    """
    if stage not in ("ab", "promote"):
        return True
    from hat.cache import read_result
    from hat.registry.deployment import serving
    from hat.registry.registry import Registry

    result = read_result(folder).metrics
    now = serving(Registry.beside(folder), result["name"])
    return now in ((result["champion"],) if stage == "promote" else (result["version"], result["champion"]))
