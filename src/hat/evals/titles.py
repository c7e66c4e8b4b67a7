"""What the suites are called."""

from __future__ import annotations

from collections.abc import Mapping

SUITES: Mapping[str, tuple[str, str]] = {
    "live_stream_qa": ("Live-Stream QA", "Unseen rooms and phrasings, the harness as it stands."),
    "harness_variant_qa": ("Harness-Variant QA", "The same kind of requests under augmented harnesses."),
    "robustness": ("Robustness", "Noise, faulty tools and instructions in the danmaku."),
    "ifeval": ("IFEval", "Plain instructions without a harness, checked by code."),
}
"""Each suite's title and subtitle, by the name that commands and profiles use."""
