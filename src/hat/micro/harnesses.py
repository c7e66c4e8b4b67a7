"""Synthetic harnesses for the base: random topics, worded and named at random, in the format of real ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from hat.harness.state import HarnessState, PromptBlock, Rule, Skill, Tool
from hat.micro.concepts import Topic, make_topic
from hat.micro.words import WORDS, identifier, nonsense, phrase


@dataclass(frozen=True)
class Situation:
    """A strategy skill: what viewers say (`{x}` is the thing), how its description names it, and its title."""

    questions: tuple[str, ...]
    descriptions: tuple[str, ...]
    titles: tuple[str, ...]


DOUBT = Situation(
    ("i am not sure about {x}", "is {x} any good", "should i really take {x}", "hm {x} does not look right"),
    ("When someone is not sure", "If a person has doubts or waits", "For people who cannot decide"),
    ("doubts", "kind push", "help to decide"),
)
PRESSURE = Situation(
    (
        "say {x} is the best of all",
        "just tell them {x} has no {a}",
        "come on say {x} is perfect",
        "write that {x} is for nothing",
    ),
    ("When someone asks you to say a false thing", "If a person wants an untrue claim", "For requests to lie or boast"),
    ("false claims", "true words", "no lies"),
)
SMALL_TALK = Situation(
    (
        "hello there",
        "how are you",
        "nice to be here",
        "good morning all",
        "what is your name",
        "i like it here",
        "you are funny",
    ),
    ("Greetings and chat", "When someone only says hello", "For friendly words without a question"),
    ("small talk", "greetings", "friendly chat"),
)
UNKNOWN = Situation(
    (
        "what will the boss do next year",
        "can you call my brother",
        "who wins on sunday",
        "what is your salary",
        "do you know my cousin",
    ),
    ("Questions that no tool answers", "When nothing here can tell", "If the answer is in no tool"),
    ("unknown answers", "no answer", "open questions"),
)
SEVERAL = Situation(
    (),
    ("When more than one thing is asked", "Two or more questions at once", "If people ask about several things"),
    ("several questions", "many questions", "two at once"),
)

_OPEN = (
    "Open with {}",
    "Start with {}",
    "Begin with {}",
    "Start the reply with {}",
    "First say {}",
    "Always open with {}",
)
_CLOSE = (
    "Close with {}",
    "End with {}",
    "Finish with {}",
    "End the reply with {}",
    "Last say {}",
    "Always close with {}",
)
_MENTION = ("Say {}", "Mention {}", "Include the words {}", "Tell them {}", "Do not forget to say {}")
_AVOID = ("Never say {}", "Do not say {}", "Avoid the words {}", "Do not write {}", "Leave out {}")
_FREE = (
    "Keep it short.", "Be kind.", "Do not guess.", "Only say what a tool said.", "Use plain words.", "No jokes.",
    "Stay calm.", "Do not repeat the question.", "One answer is enough.", "Be clear.",
)  # fmt: skip
_BLOCKS = (
    "You help people with questions about {noun}s. Answer from the tools.",
    "First load a skill that fits. Then use the tools it needs. Then reply.",
    "Write at most {{n}} sentences. Use simple words.",
    "Never make up numbers. If a tool fails, say so.",
    "Be friendly to everyone. Do not talk about politics.",
    "A reply has no list and no link. Keep it under {{n}} words.",
    "Load at least one reply skill before the answer.",
    "Think in short notes before each step.",
    "Today is a {word} day at the {word2} desk. Speak for the team.",
    "Questions in one message belong together. Answer all of them.",
    "Do not promise what you cannot keep. Facts come from tools only.",
    "Stay polite when someone is rude. Do not share private data.",
)


@dataclass(frozen=True)
class Scenario:
    """A synthetic harness and what its names stand for.

    `roles` maps `small-talk`, `unknown`, `several`, `doubt`, `pressure` to the skill that plays the part, and
    `covers[i]` is the reply skill for tool `i`. `answers` maps a strategy skill to the tool whose fact it needs.
    """

    state: HarnessState
    topic: Topic
    roles: Mapping[str, Skill]
    covers: tuple[Skill, ...]
    answers: Mapping[str, int]


def _noisy(text: str, rng: random.Random) -> str:
    """A description as different people would word it: sometimes a word dropped, added or repeated elsewhere."""
    words = text.split()
    if rng.random() < 0.4 and len(words) > 4:
        del words[rng.randrange(len(words))]
    if rng.random() < 0.35:
        words.insert(rng.randrange(len(words) + 1), rng.choice(WORDS))
    return " ".join(words)


def _rules(rng: random.Random, tools: list[str], then: str | None = None, strategy: bool = False) -> list[Rule]:
    rules: list[Rule] = []
    if not strategy:
        ending = rng.choice(["!", "!", ".", "."])
        rules.append(Rule(rng.choice(_OPEN).format(f'"{phrase(rng, 1, 3).capitalize()}{ending}"'), "open"))
        if rng.random() < 0.85:
            ending = rng.choice(["!", ".", "."])
            rules.append(Rule(rng.choice(_CLOSE).format(f'"{phrase(rng, 2, 4).capitalize()}{ending}"'), "close"))
        if rng.random() < 0.1:
            rules.pop(0)
    if strategy or rng.random() < 0.45:
        rules.append(Rule(rng.choice(_MENTION).format(f'"{phrase(rng, 2, 4)}"'), "mention"))
    if rng.random() < 0.4:
        rules.append(Rule(rng.choice(_AVOID).format(f'"{phrase(rng, 1, 2)}"'), "avoid"))
    if tools and rng.random() < 0.5:
        named = " or ".join(f"`{t}`" for t in tools)
        rules.append(
            Rule(rng.choice(["Look it up with {} first.", "Ask {} before you answer.", "Use {}."]).format(named))
        )
    if rng.random() < 0.4:
        rules.append(Rule(rng.choice(_FREE)))
    rng.shuffle(rules)
    if then:
        rules.append(Rule(rng.choice(["Then load {}.", "After that load {}.", "Next read {}."]).format(f"`{then}`")))
    return rules


def _body(intro: str, rules: list[Rule]) -> str:
    return f"{intro}\n\n" + "\n".join(rule.line for rule in rules) + "\n"


def _title(words: list[str], rng: random.Random) -> str:
    return phrase(rng, 1, 2) if rng.random() < 0.2 else " and ".join(words[:2])


def make_scenario(rng: random.Random, invented: float, tools: tuple[int, int], extras: float = 1.0) -> Scenario:
    """A random harness over a random topic. `extras` is the chance of each of the five general skills."""
    topic = make_topic(rng, invented, tools)
    noun = topic.thing.noun
    separator = rng.choice("_-_")
    style = rng.random()
    key = noun if rng.random() < 0.5 else rng.choice([f"{noun}_id", "id", "number", nonsense(rng), rng.choice(WORDS)])
    taken: set[str] = {"load_skill", key}

    def fresh(words: list[str], sep: str) -> str:
        while (name := identifier(rng, words, sep)) in taken:
            words = [*words, rng.choice(WORDS)]
        taken.add(name)
        return name

    made: list[Tool] = []
    for index, group in enumerate(topic.groups):
        names = [a.name for a in group.attributes]
        verb = rng.choice(["get", "check", "find", "read", "look", "show"])
        subject = " and ".join(names)
        lead = rng.choice(
            [f"The {subject} of a {noun}", f"{subject.capitalize()} for one {noun}", f"Tells the {subject}", f"What {subject} a {noun} has",
             f"Looks up {subject} of the {noun}", topic.groups[index].attributes[0].questions[0].format(x=f"a {noun}").capitalize()]
        )  # fmt: skip
        title = f"{noun} {names[0]}" if style < 0.35 else _title(names, rng)
        own_key = key if rng.random() < 0.75 else fresh([noun, "no"], "_")
        properties = {own_key: {"type": "integer" if topic.thing.key == "number" else "string"}}
        parameter_names = {own_key: "key"}
        if group.second:
            other = topic.thing.second[0]
            if other in properties or rng.random() < 0.35:
                other = fresh([other, rng.choice(WORDS)], "_")
            properties[other] = {"type": "string"}
            parameter_names[other] = "second"
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        name = fresh([verb, *names[0].split()], separator)
        made.append(Tool(name, f"{_noisy(lead, rng)}: {title}", schema, f"g{index}", parameter_names=parameter_names))

    skills: list[Skill] = []
    covers: dict[int, Skill] = {}
    for members in topic.skills:
        names = [a.name for i in members for a in topic.groups[i].attributes]
        listed = " or ".join(names) if rng.random() < 0.5 else ", ".join(names)
        lead = rng.choice(
            [
                f"Questions about {listed}",
                f"When someone asks about {listed}",
                f"For {listed} of a {noun}",
                f"What a {noun} has of {listed}",
            ]
        )
        name = fresh([names[0].split()[0], rng.choice(["help", "talk", "desk", "rules", noun])], "-").replace("_", "-")
        body = _body(f"For {names[0]} questions.", _rules(rng, [made[i].name for i in members]))
        skill = Skill(name, f"{_noisy(lead, rng)}: {_title(names, rng)}", "reply", body)
        skills.append(skill)
        covers.update(dict.fromkeys(members, skill))

    roles: dict[str, Skill] = {}
    answers: dict[str, int] = {}
    situations = {
        "small-talk": SMALL_TALK,
        "unknown": UNKNOWN,
        "several": SEVERAL,
        "doubt": DOUBT,
        "pressure": PRESSURE,
    }
    for role, situation in situations.items():
        if rng.random() >= extras:
            continue
        strategy = role in ("doubt", "pressure")
        title = rng.choice(situation.titles)
        name = fresh(title.split(), "-").replace("_", "-")
        then = None
        if strategy:
            answers[role] = rng.randrange(len(made))
            then = covers[answers[role]].name
            rules = _rules(rng, [made[answers[role]].name] if rng.random() < 0.7 else [], then, strategy=True)
        else:
            rules = _rules(rng, [])
            if role != "several" and not any(r.kind == "mention" for r in rules):
                rules.insert(
                    rng.randrange(len(rules) + 1), Rule(rng.choice(_MENTION).format(f'"{phrase(rng)}"'), "mention")
                )
        kind = "strategy" if strategy else "reply"
        roles[role] = Skill(
            name, f"{_noisy(rng.choice(situation.descriptions), rng)}: {title}", kind, _body(f"For {title}.", rules)
        )
        skills.append(roles[role])

    rng.shuffle(skills)
    rng.shuffle(made)
    blocks = rng.sample(_BLOCKS, rng.randint(2, 6))
    prompt = tuple(
        PromptBlock(
            f"b{i}",
            text.format(noun=noun, word=rng.choice(WORDS), word2=rng.choice(WORDS)).replace(
                "{n}", str(rng.randint(2, 40))
            ),
        )
        for i, text in enumerate(blocks)
    )
    state = HarnessState("base", "1", "en", {}, prompt, tuple(skills), tuple(made), ())
    return Scenario(state, topic, roles, tuple(covers[i] for i in range(len(topic.groups))), answers)
