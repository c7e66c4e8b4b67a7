"""The ledger: who was exposed to what, and what came of it. Events may come twice and in any order.

SQLite by default; any SQLAlchemy URL works.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa

from hat.errors import HatError

Metric = Literal["failed", "fallback", "latency_s", "judge", "gmv", "orders"]


@dataclass(frozen=True)
class Exposure:
    """A viewer's first served request in a stage. `arm` is the arm assigned, whoever served. `at`: seconds, Unix."""

    experiment: str
    stage: str
    viewer: str
    arm: str
    at: float


@dataclass(frozen=True)
class Outcome:
    """One number about one viewer in a stage.

    Each request has `failed` and `fallback` (0 or 1) and, when it was served, `latency_s` and `judge`. `gmv` and
    `orders` come when an order is confirmed, which may be long after.
    """

    id: str
    experiment: str
    stage: str
    viewer: str
    metric: Metric
    value: float
    at: float


_metadata = sa.MetaData()
exposures = sa.Table(
    "exposures",
    _metadata,
    sa.Column("experiment", sa.String, primary_key=True),
    sa.Column("stage", sa.String, primary_key=True),
    sa.Column("viewer", sa.String, primary_key=True),
    sa.Column("arm", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
outcomes = sa.Table(
    "outcomes",
    _metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("experiment", sa.String, nullable=False),
    sa.Column("stage", sa.String, nullable=False),
    sa.Column("viewer", sa.String, nullable=False),
    sa.Column("metric", sa.String, nullable=False),
    sa.Column("value", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("outcomes_of_viewer", "experiment", "stage", "viewer"),
)


class Ledger:
    """The two tables. Safe to share between threads and processes."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        _metadata.create_all(self.engine)

    @classmethod
    def at(cls, path: Path) -> Ledger:
        """The SQLite ledger in a file, made if there is none."""
        path.parent.mkdir(parents=True, exist_ok=True)
        return cls(f"sqlite:///{path}")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def expose(self, exposure: Exposure) -> bool:
        """Record an exposure; False when the viewer was exposed in this stage before (the first one stands).

        Raises HatError when that one was to another arm.
        """
        return self._insert(exposures, exposure, content="arm")

    def record(self, events: Iterable[Outcome]) -> int:
        """Record outcomes; return how many were new. Raises HatError when an id comes again with another value."""
        return sum(self._insert(outcomes, event, content="value") for event in events)

    def _insert(self, table: sa.Table, event: Exposure | Outcome, content: str) -> bool:
        values: dict[str, Any] = asdict(event)
        try:
            with self.engine.begin() as connection:
                connection.execute(table.insert().values(values))
            return True
        except sa.exc.IntegrityError:
            key = {column.name: values[column.name] for column in table.primary_key}
            query = sa.select(table.c[content]).where(*(table.c[name] == value for name, value in key.items()))
            with self.engine.connect() as connection:
                known = connection.execute(query).scalar_one()
            if known != values[content]:
                raise HatError(
                    f"ledger: {table.name} has {key} with {content} {known!r}, now it comes with {values[content]!r}. "
                    "An event keeps its content; give a new event an id of its own"
                ) from None
            return False

    def viewers(self, experiment: str, stage: str) -> dict[str, str]:
        """The arm of each viewer exposed in the stage."""
        query = sa.select(exposures.c.viewer, exposures.c.arm).where(
            exposures.c.experiment == experiment, exposures.c.stage == stage
        )
        with self.engine.connect() as connection:
            return {row.viewer: row.arm for row in connection.execute(query)}
