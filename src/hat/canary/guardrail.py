"""A one-sided, always-valid test that a rate has passed its ceiling. Exact from the first event on.

Under "rate at most `ceiling`", the likelihood ratio against any higher rate is a non-negative supermartingale, and so
is its mixture over higher rates; by Ville's inequality it ever reaches `1 / alpha` with probability at most `alpha`.
The mixture is uniform over `(ceiling, 1)`, which has a closed form.
"""

from __future__ import annotations

import math

from scipy.special import betainc, betaln


def evidence(events: int, trials: int, ceiling: float) -> float:
    """Evidence against "the rate is at most `ceiling`": 1 is none, `1 / alpha` rejects at level `alpha`.

    events of `trials` independent viewers or requests had the bad outcome; `0 < ceiling < 1`.
    """
    good = trials - events
    beyond = 1 - float(betainc(events + 1, good + 1, ceiling))
    if beyond <= 0:
        return 0.0
    log_mixture = float(betaln(events + 1, good + 1)) + math.log(beyond) - math.log(1 - ceiling)
    log_null = events * math.log(ceiling) + good * math.log(1 - ceiling)
    return math.exp(min(log_mixture - log_null, 700.0))


def breached(events: int, trials: int, ceiling: float, alpha: float) -> bool:
    """Whether the rate is above the ceiling for certain, at level `alpha`, at whatever look this is."""
    return evidence(events, trials, ceiling) >= 1 / alpha
