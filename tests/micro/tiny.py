"""A build of a few steps."""

from collections.abc import Callable
from pathlib import Path

from hat.micro.build import build
from hat.micro.config import BuildConfig, Course
from hat.micro.part import Progress

TINY = BuildConfig(model=(Course(3), Course(1)), mtp=(Course(2),), rows=1, vocabulary_documents=30)


def run(out: Path, report: Callable[[Progress], None] = lambda _: None, config: BuildConfig = TINY) -> Path:
    return build(config, out, report, checkpoint_every=1)
