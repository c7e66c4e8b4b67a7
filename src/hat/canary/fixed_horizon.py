"""The textbook comparison, beside the sequential one: valid only once, at the planned end of the measurement."""

from __future__ import annotations

from collections.abc import Mapping

from hat.canary.moments import Moments
from hat.canary.spec import CANDIDATE, CHAMPION
from hat.canary.statistics import ArmStatistics

METRICS = ("judge", "gmv", "orders")
FIGURES = ("control", "treatment", "effect_size", "effect_size_ci_lower", "effect_size_ci_upper", "pvalue")


def compare(statistics: Mapping[str, ArmStatistics], alpha: float) -> dict[str, dict[str, float]]:
    """Welch's t-test of candidate against champion (`control`), by tea-tasting; `FIGURES` for each metric.

    A metric is left out while an arm has fewer than two viewers, or where all viewers are alike.
    """
    import tea_tasting as tt
    from tea_tasting.aggr import Aggregates

    def aggregates(metric: str, moments: Moments) -> Aggregates:
        return Aggregates(count_=moments.n, mean_={metric: moments.mean}, var_={metric: moments.variance})

    results = {}
    for metric in METRICS:
        moments = {arm: getattr(statistics[arm], metric) for arm in (CHAMPION, CANDIDATE) if arm in statistics}
        if len(moments) < 2 or any(m.n < 2 for m in moments.values()) or not any(m.variance for m in moments.values()):
            continue
        experiment = tt.Experiment({metric: tt.Mean(metric, confidence_level=1 - alpha)})
        data = {arm: aggregates(metric, m) for arm, m in moments.items()}
        figures = experiment.analyze(data, control=CHAMPION)[metric]._asdict()
        results[metric] = {name: float(figures[name]) for name in FIGURES}
    return results
