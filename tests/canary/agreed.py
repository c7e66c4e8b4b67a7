"""An agreement with everyday numbers, for tests that are about other things."""

from hat.canary.spec import Experiment, Stage


def agreed(stages: tuple[Stage, ...] = (), gmv_cap: float = 300.0, latency_budget_s: float = 15.0) -> Experiment:
    return Experiment("x", {}, stages, "judge", 0.0, 0.05, 20, gmv_cap, latency_budget_s)
