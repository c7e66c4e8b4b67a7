"""From the ledger to statistics, in SQL: a decision on ten million viewers moves one row per arm, as on ten."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from hat.canary.ledger import Ledger, exposures, outcomes
from hat.canary.moments import Moments
from hat.canary.spec import Experiment
from hat.canary.statistics import ArmStatistics

_JOIN = exposures.outerjoin(
    outcomes,
    sa.and_(*(exposures.c[name] == outcomes.c[name] for name in ("experiment", "stage", "viewer"))),
)


def summarise(ledger: Ledger, experiment: Experiment, stage: str) -> dict[str, ArmStatistics]:
    """Statistics of each arm that has viewers in the stage. Outcomes of a viewer wait until the exposure is there."""
    here = (exposures.c.experiment == experiment.name, exposures.c.stage == stage)
    with ledger.engine.connect() as connection:
        totals = connection.execute(_totals(here, experiment)).mappings().all()
        p50, p95 = ({r.arm: r.seconds for r in connection.execute(_latency(here, q))} for q in (0.50, 0.95))
    return {
        row["arm"]: ArmStatistics(
            viewers=row["viewers"],
            requests=row["requests"],
            failed=int(row["failed"]),
            fallbacks=int(row["fallbacks"]),
            slow=row["slow"],
            latency_p50=p50.get(row["arm"]),
            latency_p95=p95.get(row["arm"]),
            **{name: Moments(row[f"{name}_n"], row[f"{name}_sum"], row[f"{name}_squares"]) for name in _MEANS},
        )
        for row in totals
    }


_MEANS = ("judge", "gmv", "orders")


def _of(metric: str) -> sa.Case[Any]:
    """The outcome's value where it is of this metric, else NULL."""
    return sa.case((outcomes.c.metric == metric, outcomes.c.value))


def _totals(here: tuple[sa.ColumnElement[bool], ...], experiment: Experiment) -> sa.Select[Any]:
    """One row for each arm, summed over one row for each viewer."""
    gmv = sa.func.coalesce(sa.func.sum(_of("gmv")), 0.0)
    viewer = (
        sa.select(
            exposures.c.arm,
            sa.func.coalesce(sa.func.max(_of("failed")), 0).label("failed"),
            sa.func.coalesce(sa.func.sum(_of("fallback")), 0).label("fallbacks"),
            sa.func.count(_of("failed")).label("requests"),
            sa.func.count(sa.case((_of("latency_s") > experiment.latency_budget_s, 1))).label("slow"),
            sa.func.avg(_of("judge")).label("judge"),
            sa.case((gmv > experiment.gmv_cap, experiment.gmv_cap), else_=gmv).label("gmv"),
            sa.func.coalesce(sa.func.sum(_of("orders")), 0.0).label("orders"),
        )
        .select_from(_JOIN)
        .where(*here)
        .group_by(exposures.c.arm, exposures.c.viewer)
        .subquery()
    )
    counts = [sa.func.sum(viewer.c[name]).label(name) for name in ("failed", "fallbacks", "requests", "slow")]
    means = [
        column
        for name in _MEANS
        for column in (
            sa.func.count(viewer.c[name]).label(f"{name}_n"),
            sa.func.coalesce(sa.func.sum(viewer.c[name]), 0.0).label(f"{name}_sum"),
            sa.func.coalesce(sa.func.sum(viewer.c[name] * viewer.c[name]), 0.0).label(f"{name}_squares"),
        )
    ]
    return sa.select(viewer.c.arm, sa.func.count().label("viewers"), *counts, *means).group_by(viewer.c.arm)


def _latency(here: tuple[sa.ColumnElement[bool], ...], quantile: float) -> sa.Select[Any]:
    """The nearest-rank quantile of each arm's request latencies."""
    arm = exposures.c.arm
    ranked = (
        sa.select(
            arm,
            outcomes.c.value,
            sa.func.row_number().over(partition_by=arm, order_by=outcomes.c.value).label("place"),
            sa.func.count().over(partition_by=arm).label("requests"),
        )
        .select_from(_JOIN)
        .where(*here, outcomes.c.metric == "latency_s")
        .subquery()
    )
    reached = ranked.c.place >= quantile * ranked.c.requests
    return sa.select(ranked.c.arm, sa.func.min(ranked.c.value).label("seconds")).where(reached).group_by(ranked.c.arm)
