"""Moving the champion: forward to a new version, or back to the one before.

Aliases have no compare-and-set, so moves are made one process at a time, can be repeated after a kill at any point, and
deploy by version number *before* the alias moves: an alias never names a version that does not serve.
"""

from __future__ import annotations

from hat.errors import BadInput, Fault
from hat.registry.deployment import deploy
from hat.registry.registry import Registry
from hat.registry.release import Release


def promote(registry: Registry, name: str, version: int) -> Release:
    """Make a version the champion; the old champion becomes `previous`.

    Raises BadInput when there is no such version or the gate rejected it, HatError when its files were changed.
    """
    with registry.exclusive():
        release = registry.release(name, version)
        if release.rejected:
            raise BadInput(Fault(f"{name} version {version}", "was rejected by the gate", "Promote another version"))
        champion, candidate = registry.holder(name, "champion"), registry.holder(name, "candidate")
        deploy(registry, release)
        if champion is not None and champion.version != version:
            registry.set_alias(name, "previous", champion.version)
        registry.set_alias(name, "champion", version)
        if candidate is not None and candidate.version == version:
            registry.drop_alias(name, "candidate")
        return release


def withdraw(registry: Registry, name: str, version: int) -> None:
    """Take a candidate out of service: the champion, where there is one, goes on serving."""
    with registry.exclusive():
        champion, candidate = registry.holder(name, "champion"), registry.holder(name, "candidate")
        if champion is not None:
            deploy(registry, champion)
        if candidate is not None and candidate.version == version:
            registry.drop_alias(name, "candidate")


def roll_back(registry: Registry, name: str) -> Release:
    """Make `previous` the champion again. Raises BadInput when there is no previous version."""
    with registry.exclusive():
        previous = registry.holder(name, "previous")
        if previous is None:
            raise BadInput(Fault(name, "has no previous version", "Promote a version by its number instead"))
        deploy(registry, previous)
        registry.set_alias(name, "champion", previous.version)
        registry.drop_alias(name, "previous")
        return previous
