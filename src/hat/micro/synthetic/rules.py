"""Random rules of skills, worded in many ways, and the bodies made of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hat.harness.state import Rule
from hat.micro.words import saying

_WORDINGS = {
    "open": (
        "Open with {}", "Start with {}", "Begin with {}", "Start the reply with {}", "First say {}",
        "Always open with {}",
    ),
    "close": (
        "Close with {}", "End with {}", "Finish with {}", "End the reply with {}", "Last say {}",
        "Always close with {}",
    ),
    "mention": ("Say {}", "Mention {}", "Include the words {}", "Tell them {}", "Do not forget to say {}"),
    "avoid": ("Never say {}", "Do not say {}", "Avoid the words {}", "Do not write {}", "Leave out {}"),
}  # fmt: skip
_USE = (
    "Look it up with {} first.",
    "Ask {} before you answer.",
    "Use {}.",
    "Find it with {} first.",
    "Check it with {}.",
)
_THEN = ("Then load {}.", "After that load {}.", "Next read {}.")
_FREE = (
    "Keep it short.", "Be kind.", "Do not guess.", "Only say what a tool said.", "Use plain words.", "No jokes.",
    "Stay calm.", "Do not repeat the question.", "One answer is enough.", "Be clear.", "Look up every fact first.",
)  # fmt: skip
_NO_TOOL = ("Call no tool.", "Use no tool.", "No tool is needed.", "Do not look it up.", "Just reply.")
_INTROS = (
    "For {}.", "For {} questions.", "For questions on {}.", "When people ask about {}.", "On {}.", "This is for {}.",
    "For what people ask on {}.", "When it is about {}.",
)  # fmt: skip


def reply_rules(rng: random.Random, tools: Sequence[str]) -> list[Rule]:
    """Rules of a reply skill, which may name these tools."""
    rules = _frame(rng)
    if rng.random() < 0.45:
        rules.append(_mention(rng))
    return _finished(rules, tools, rng)


def no_tool(rng: random.Random) -> Rule:
    """A rule that the reply needs no tool."""
    return Rule(rng.choice(_NO_TOOL))


def strategy_rules(rng: random.Random, tool: str, then: str) -> list[Rule]:
    """Rules of a strategy skill: one names the tool, the last one says to load the skill `then`."""
    rules = _finished([_mention(rng), _use([tool], rng)], [], rng)
    return [*rules, Rule(rng.choice(_THEN).format(f"`{then}`"))]


def with_mention(rules: list[Rule], rng: random.Random) -> list[Rule]:
    """The rules, and one of kind `mention` at a random place where they have none."""
    if any(rule.kind == "mention" for rule in rules):
        return rules
    place = rng.randrange(len(rules) + 1)
    return [*rules[:place], _mention(rng), *rules[place:]]


def body(about: str, rules: Sequence[Rule], rng: random.Random) -> str:
    """A skill's body. How it begins tells nothing of the kind of skill."""
    return f"{rng.choice(_INTROS).format(about)}\n\n" + "\n".join(rule.line for rule in rules) + "\n"


def _frame(rng: random.Random) -> list[Rule]:
    """How a reply opens and closes: mostly both, seldom none."""
    rules = [_sentence("open", "!!..", (1, 3), rng)]
    if rng.random() < 0.85:
        rules.append(_sentence("close", "!..", (2, 4), rng))
    return rules[1:] if rng.random() < 0.1 else rules


def _finished(rules: list[Rule], tools: Sequence[str], rng: random.Random) -> list[Rule]:
    """The rules in random order, with those that any skill may have."""
    if rng.random() < 0.4:
        rules.append(_words("avoid", (1, 2), rng))
    if tools and rng.random() < 0.7:
        rules.append(_use(tools, rng))
    if rng.random() < 0.4:
        rules.append(Rule(rng.choice(_FREE)))
    rng.shuffle(rules)
    return rules


def _use(tools: Sequence[str], rng: random.Random) -> Rule:
    return Rule(rng.choice(_USE).format(" or ".join(f"`{tool}`" for tool in tools)))


def _mention(rng: random.Random) -> Rule:
    return _words("mention", (2, 4), rng)


def _words(kind: str, count: tuple[int, int], rng: random.Random) -> Rule:
    wording = rng.choice(_WORDINGS[kind])
    return Rule(wording.format(f'"{saying(rng, *count)}"'), kind)


def _sentence(kind: str, endings: str, count: tuple[int, int], rng: random.Random) -> Rule:
    ending = rng.choice(endings)
    wording = rng.choice(_WORDINGS[kind])
    return Rule(wording.format(f'"{saying(rng, *count).capitalize()}{ending}"'), kind)
