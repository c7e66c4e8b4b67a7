"""Episodes in synthetic harnesses: load a skill, call tools, reply by its rules. The same style as the room's expert."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from transformers import PreTrainedTokenizerBase

from hat.harness.render import skill_text, system_message, tool_specs
from hat.harness.state import LOAD_SKILL, HarnessState, Skill, title
from hat.micro.concepts import second_value, thing_key, value
from hat.micro.documents import BOILERPLATE, NAME, PLAIN, PROMPT, RULE, TITLE, Document, Piece
from hat.micro.domains import NAMES, Attribute
from hat.micro.harnesses import DOUBT, PRESSURE, SEVERAL, SMALL_TALK, UNKNOWN, Scenario, make_scenario
from hat.micro.words import phrase

_SITUATIONS = {"small-talk": SMALL_TALK, "unknown": UNKNOWN, "several": SEVERAL, "doubt": DOUBT, "pressure": PRESSURE}
_NOISE = ("lol", "hi all", "nice", "777", "first time here", "good evening", "haha", "wow", "ok", "hello from {n}")
_ASK = ("{q}?", "{q}", "{q} please", "hey {q}?", "{Q}?", "can you tell me {q}?", "pls {q}", "{q}, thanks", "{Q} now?")
_FAIL = ("timeout", "malformed", "denied")
_SPLIT = "\x00"


def first_prompt(
    state: HarnessState | None, system: str, tokenizer: PreTrainedTokenizerBase, tools: bool = True
) -> tuple[str, str]:
    """The chat template around the first user message: what stands before it and what follows it."""
    messages = ([{"role": "system", "content": system}] if system else []) + [{"role": "user", "content": _SPLIT}]
    specs = tool_specs(state) if state and tools else None
    text = tokenizer.apply_chat_template(messages, tools=specs, tokenize=False, add_generation_prompt=True)
    before, after = str(text).split(_SPLIT)
    return before, after


def think(*pieces: Piece) -> list[Piece]:
    """A `<think>` block."""
    return [("<think>\n", BOILERPLATE), *pieces, ("\n</think>\n\n", BOILERPLATE)]


def call(name: str, arguments: dict[str, object], name_weight: float = NAME) -> list[Piece]:
    """A Hermes tool call and the end of the turn."""
    pieces: list[Piece] = [
        ('<tool_call>\n{"name": "', BOILERPLATE),
        (name, name_weight),
        ('", "arguments": {', BOILERPLATE),
    ]
    for i, (key, content) in enumerate(arguments.items()):
        pieces += [
            (", " if i else "", BOILERPLATE),
            (f'"{key}', NAME),
            ('": ', BOILERPLATE),
            (json.dumps(content), NAME),
        ]
    return [*pieces, ("}}\n</tool_call><|im_end|>", BOILERPLATE)]


def result(content: str) -> list[Piece]:
    """A tool result and the next generation prompt."""
    return [
        ("\n<|im_start|>user\n<tool_response>\n", 0.0),
        (content, PROMPT),
        ("\n</tool_response><|im_end|>\n<|im_start|>assistant\n", 0.0),
    ]


class Speaker:
    """Writes the branches of one scenario."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.scenario, self.rng = scenario, rng
        self.chatty = rng.random() < 0.5
        self.tools = {tool.implementation: tool for tool in scenario.state.tools}

    def user(self, questions: Sequence[str]) -> str:
        """The questions, as one message or as lines of a group chat with noise between."""
        rng = self.rng
        asked = [rng.choice(_ASK).format(q=q, Q=q.capitalize()) for q in questions]
        if not self.chatty:
            return " ".join(asked)
        lines = asked + [rng.choice(_NOISE).format(n=rng.choice(NAMES)) for _ in range(rng.choice([0, 0, 1, 2]))]
        rng.shuffle(lines)
        return "\n".join(f"{rng.choice(NAMES).lower()}{rng.randint(1, 99)}: {line}" for line in lines)

    def ask(self, attribute: Attribute, x: str) -> str:
        """A question for one attribute; sometimes with the attribute's own name."""
        plain = (
            f"what is the {attribute.name} of {{x}}",
            f"{attribute.name} of {{x}}",
            f"tell me the {attribute.name} of {{x}}",
        )
        return self.rng.choice(attribute.questions if self.rng.random() < 0.65 else plain).format(x=x)

    def load(self, topic: str, skill: Skill) -> list[Piece]:
        """A turn that loads a skill, and the skill's body."""
        note: list[Piece] = [
            ("want: ", BOILERPLATE),
            (topic, PLAIN),
            ("; skill: ", BOILERPLATE),
            (title(skill.description), TITLE),
        ]
        arguments: dict[str, object] = {"name": skill.name}
        return [*think(*note), *call(LOAD_SKILL, arguments, BOILERPLATE), *result(skill_text(skill))]

    def use(self, index: int, key: int | str, fault_rate: float) -> tuple[list[Piece], list[tuple[str, str]] | None]:
        """Turns that call tool `index`, retried once; the facts it gave, or None when it failed twice."""
        rng, group = self.rng, self.scenario.topic.groups[index]
        tool = self.tools[f"g{index}"]
        arguments: dict[str, object] = dict(zip(tool.parameters, (key, self.second), strict=False))
        note: list[Piece] = [("with: ", BOILERPLATE), (", ".join(map(str, arguments.values())), NAME)]
        note += [("; tool: ", BOILERPLATE), (title(tool.description), TITLE)]
        turn = [*think(*note), *call(tool.name, arguments)]
        facts = [(a.name.replace(" ", "_"), value(a.kind, rng)) for a in group.attributes]
        rng.shuffle(facts)
        content = json.dumps({self.scenario.topic.thing.noun: key, **dict(facts)})
        pieces: list[Piece] = []
        for _ in range(2):
            if rng.random() >= fault_rate:
                return [*pieces, *turn, *result(content)], facts
            error = rng.choice(_FAIL)
            remark = rng.choice(
                [
                    "The tool failed: {}. Call it again, or say that {{}}.",
                    "{} error. Try once more, else say that {{}}.",
                ]
            ).format(error)
            pieces += [*turn, *result(f'{{"error": "{error}"}}\n' + remark.format(self.excuse))]
        return pieces, None

    def reply(self, loaded: Sequence[Skill], facts: Sequence[tuple[str, str]], excuse: bool = False) -> list[Piece]:
        """The last turn: the rules are quoted first, then kept."""
        rules = [r for s in loaded[:-1] for r in s.rules if r.kind in ("mention", "avoid")]
        rules += [r for r in loaded[-1].rules if r.kind]
        note: list[Piece] = [("rules: ", BOILERPLATE)]
        for i, rule in enumerate(rules):
            note += [("; " if i else "", BOILERPLATE), (f"{rule.kind} ", PLAIN), (f'"{rule.spans[0]}"', RULE)]
        for name, content in facts:
            note += [("; ", BOILERPLATE), (name, RULE), (": ", BOILERPLATE), (content, RULE)]
        said = {kind: [r.spans[0] for r in rules if r.kind == kind] for kind in ("open", "mention", "close")}
        sentences = [*said["open"], *(f"The {name} is {content}." for name, content in facts)]
        sentences += [f"{self.excuse}."] if excuse else []
        sentences += [f"{m}." for m in said["mention"]] + said["close"]
        return [*think(*note), (" ".join(sentences), PLAIN), ("<|im_end|>", PLAIN)]

    def episode(self, role: str, index: int, fault_rate: float) -> list[Piece]:
        """One whole episode: `role` is `plain` (a question for tool `index`) or one of the general skills' roles."""
        rng, scenario = self.rng, self.scenario
        thing = scenario.topic.thing
        self.second = second_value(thing, rng)
        self.excuse = phrase(rng, 2, 3)
        key = thing_key(thing, rng)
        x = f"{thing.noun} {key}" if thing.key == "number" else str(key)
        if role in ("small-talk", "unknown"):
            question = rng.choice(_SITUATIONS[role].questions)
            skill = scenario.roles[role]
            return [*self.opening([question]), *self.load(_few(question), skill), *self.reply([skill], [])]
        if role == "several":
            other = rng.choice([i for i in range(len(scenario.covers)) if i != index])
            wanted = [(i, rng.choice(scenario.topic.groups[i].attributes)) for i in (index, other)]
            skill = scenario.roles["several"]
            pieces = [
                *self.opening([self.ask(a, x) + self.where(i) for i, a in wanted]),
                *self.load(" and ".join(a.name for _, a in wanted), skill),
            ]
            return pieces + self.answer([skill], wanted, key, fault_rate)
        if role in ("doubt", "pressure"):
            index = scenario.answers[role]
            attribute = scenario.topic.groups[index].attributes[0]
            question = rng.choice(_SITUATIONS[role].questions).format(x=x, a=attribute.name) + self.where(index)
            first, second = scenario.roles[role], scenario.covers[index]
            pieces = [*self.opening([question]), *self.load(_few(question), first), *self.load(attribute.name, second)]
            return pieces + self.answer([first, second], [(index, attribute)], key, fault_rate)
        attribute = rng.choice(scenario.topic.groups[index].attributes)
        skill = scenario.covers[index]
        pieces = [*self.opening([self.ask(attribute, x) + self.where(index)]), *self.load(attribute.name, skill)]
        return pieces + self.answer([skill], [(index, attribute)], key, fault_rate)

    def where(self, index: int) -> str:
        """How the question gives the second parameter, where the tool takes one."""
        if not self.scenario.topic.groups[index].second:
            return ""
        return self.rng.choice([" for {}", " in {}", ", {}", " with {}", " on {}"]).format(self.second)

    def answer(
        self, loaded: Sequence[Skill], wanted: Sequence[tuple[int, Attribute]], key: int | str, fault_rate: float
    ) -> list[Piece]:
        """Calls for all that is wanted, then the reply with just those facts."""
        pieces: list[Piece] = []
        facts: list[tuple[str, str]] = []
        for index, attribute in wanted:
            turns, got = self.use(index, key, fault_rate)
            pieces += turns
            if got is None:
                return pieces + self.reply(loaded, facts, excuse=True)
            facts += [f for f in got if f[0] == attribute.name.replace(" ", "_")]
        return pieces + self.reply(loaded, facts)

    def opening(self, questions: Sequence[str]) -> list[Piece]:
        """The user's message and the first generation prompt."""
        return [(self.user(questions), PROMPT), ("<|im_end|>\n<|im_start|>assistant\n", 0.0)]


def _few(question: str) -> str:
    """The first few words of a question: how the want is noted when it has no attribute's name."""
    return " ".join(question.split()[:3])


def episode_document(
    rng: random.Random,
    tokenizer: PreTrainedTokenizerBase,
    invented: float,
    tools: tuple[int, int],
    branches: int,
    first_turn_only: bool = False,
    fault_rate: float = 0.06,
) -> Document:
    """A scenario and a few episodes in it, each about another tool or skill."""
    scenario = make_scenario(rng, invented, tools, 0.0 if first_turn_only else 0.8)
    speaker = Speaker(scenario, rng)
    before, _ = first_prompt(scenario.state, system_message(scenario.state), tokenizer)
    plans = [("plain", i) for i in range(len(scenario.topic.groups))]
    plans += [
        (role, rng.randrange(len(scenario.topic.groups)))
        for role in scenario.roles
        if role != "several" or len(plans) > 1
    ]
    rng.shuffle(plans)
    made = [speaker.episode(role, index, fault_rate) for role, index in plans[:branches]]
    return Document(((before, PROMPT),), tuple(tuple(_until_result(b) if first_turn_only else b) for b in made))


def _until_result(pieces: list[Piece]) -> list[Piece]:
    """The pieces up to the end of the first assistant turn."""
    end = next(i for i, (text, _) in enumerate(pieces) if text.startswith("}}\n</tool_call>"))
    return pieces[: end + 1]
