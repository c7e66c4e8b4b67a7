"""Whether a decision that was made before still stands: it rests on the registry, and that may have changed."""

from __future__ import annotations

from pathlib import Path


def stands(stage: str, folder: Path) -> bool:
    """Whether what the complete stage in `folder` left is true of what serves now.

    A comparison stands while the version that it was made against serves, or the candidate itself. A promotion stands
    while the champion that it left serves. A registration stands while the registry is there. All other stages depend
    on their inputs alone.
    """
    if stage not in ("register", "ab", "promote"):
        return True
    from hat.cache import read_result
    from hat.registry.deployment import serving
    from hat.registry.registry import Registry

    registry = Registry.beside(folder)
    if stage == "register":
        return registry.file.exists()
    result = read_result(folder).metrics
    now = serving(registry, result["name"])
    return now in ((result["champion"],) if stage == "promote" else (result["version"], result["champion"]))
