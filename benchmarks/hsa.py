"""How fast variants of a harness are made, beside nlpaug's word augmenters on the same text.

nlpaug changes words at random; it knows no names, code spans or rules. Both are timed on one core on all that the model
can read of the default harness, and the code spans that do not survive are counted for both: for a variant, those whose
text is neither as before nor a renamed one.

Run: make bench-hsa
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping

import nlpaug.augmenter.word as naw

from hat.harness.load import load_harness
from hat.harness.render import skill_text, system_message
from hat.harness.state import HarnessState
from hat.hsa import Variant, make_variant

SECONDS = 5.0
_CODE = re.compile(r"`[^`\n]+`")
_AUGMENTERS: Mapping[str, Callable[[], naw.WordAugmenter]] = {
    "RandomWordAug swap": lambda: naw.RandomWordAug(action="swap"),
    "RandomWordAug delete": lambda: naw.RandomWordAug(action="delete"),
    "RandomWordAug crop": lambda: naw.RandomWordAug(action="crop"),
    "SplitAug": naw.SplitAug,
    "SpellingAug": naw.SpellingAug,
}


def text_of(state: HarnessState) -> str:
    """All running text that the model can read: the system message, descriptions and bodies of skills and tools."""
    parts = [system_message(state), *(t.description for t in state.tools), *map(skill_text, state.skills)]
    return "\n".join(parts)


def rate(work: Callable[[int], object]) -> tuple[float, int]:
    """Calls of `work` a second, each with the next number, and how many there were."""
    work(0)
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        count += 1
        work(count)
    return count / (time.perf_counter() - started), count


def corrupted(before: str, after: str, names: Mapping[str, str]) -> int:
    """Code spans of the text before that the text after lacks, under their own or their new name."""
    wanted = Counter(f"`{names.get(span.strip('`'), span.strip('`'))}`" for span in _CODE.findall(before))
    return (wanted - Counter(_CODE.findall(after))).total()


def names_of(variant: Variant) -> dict[str, str]:
    """All names of the original with those of the variant."""
    shared = {old: new for names in variant.mapping.parameters.values() for old, new in names.items()}
    return {**shared, **variant.mapping.skills, **variant.mapping.tools}


def main() -> None:
    """Print rates, ratio and corrupted spans; exit 1 when nlpaug is faster or a variant corrupts a span."""
    state = load_harness("harness_repo")
    text = text_of(state)
    spans = len(_CODE.findall(text))
    whole, _ = rate(lambda seed: make_variant(state, seed))
    ours, count = rate(lambda seed: make_variant(state, seed, kinds=("surface",)))
    made = (make_variant(state, seed, kinds=("surface",)) for seed in range(200))
    broken = sum(corrupted(text, text_of(v.state), names_of(v)) for v in made)
    print(f"text: {len(text)} characters, {spans} code spans")
    print(f"HAT, whole variants of all kinds: {whole:.0f} a second")
    print(f"HAT, surface variants: {ours:.0f} a second, {ours * len(text):,.0f} characters a second ({count} made)")
    print(f"HAT, corrupted code spans: {broken} of {200 * spans}")
    best = 0.0
    for name, make in _AUGMENTERS.items():
        augmenter = make()
        speed, _ = rate(lambda _, a=augmenter: a.augment(text))  # type: ignore[misc]
        lost = sum(corrupted(text, augmenter.augment(text)[0], {}) for _ in range(20))
        print(f"nlpaug {name}: {speed * len(text):,.0f} characters a second; corrupted {lost} of {20 * spans}")
        best = max(best, speed)
    print(f"ratio to the fastest of nlpaug's: {ours / best:.2f} (at least 1)")
    sys.exit(ours < best or broken > 0)


if __name__ == "__main__":
    main()
