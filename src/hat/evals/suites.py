"""The suites, by the name that commands and profiles use."""

from __future__ import annotations

from collections.abc import Mapping

from hat.evals import harness_variant_qa, ifeval, live_stream_qa, robustness
from hat.evals.suite import Suite

SUITES: Mapping[str, Suite] = {
    "live_stream_qa": live_stream_qa.evaluate,
    "harness_variant_qa": harness_variant_qa.evaluate,
    "robustness": robustness.evaluate,
    "ifeval": ifeval.evaluate,
}
