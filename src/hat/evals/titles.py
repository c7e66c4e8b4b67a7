"""What the suites are called."""

from __future__ import annotations

from collections.abc import Mapping

NAMES = ("live_stream_qa", "harness_variant_qa", "robustness", "ifeval")
"""The suites by which commands and profiles name them."""

TITLES: Mapping[str, tuple[str, str]] = {
    "live_stream_qa": ("Live-Stream QA", "Unseen rooms and phrasings, the harness as it stands."),
    "harness_variant_qa": ("Harness-Variant QA", "The same kind of requests under augmented harnesses."),
    "robustness": ("Tool/Prompt Robustness", "Noise, faulty tools and instructions in the danmaku."),
    "ifeval": ("IFEval", "The published prompts, without a harness, checked by code."),
    "ifeval-generated": ("IFEval (generated prompts)", "Generated prompts, checked by IFEval's code."),
}
"""Title and subtitle by the name under which a suite's scores are kept."""
