"""One episode: questions, then a skill, tool calls and a reply by the skill's rules, as the room's expert does it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass

from hat.harness.render import skill_text
from hat.harness.state import LOAD_SKILL, Skill, title
from hat.micro.documents import BOILERPLATE, NAME, PLAIN, TITLE, Piece
from hat.micro.questions import People, in_addition, question
from hat.micro.replies import Fact, reply
from hat.micro.synthetic.scenario import Scenario
from hat.micro.synthetic.situations import SITUATIONS, Role
from hat.micro.synthetic.things import Attribute, Key
from hat.micro.turns import call, result, think, user

_FAULTS = ("timeout", "malformed", "denied")
_FAULT_RATE = 0.06
_REMARKS = (
    "The tool failed: {fault}. Call it again, or say that {excuse}.",
    "{fault} error. Try once more, else say that {excuse}.",
)

Wanted = tuple[int, Attribute]
"""An attribute that is asked for, and the index of the tool that answers it."""


@dataclass(frozen=True)
class Episode:
    """An episode about the thing with this key.

    `second` is what tools that take a second parameter get; `excuse` is said when a tool fails twice.
    """

    scenario: Scenario
    people: People
    key: Key
    second: str
    excuse: str
    rng: random.Random

    def play(self, role: Role | None, index: int) -> list[Piece]:
        """All pieces, for a situation's role or, without one, a plain question for tool `index`."""
        match role:
            case None:
                return self._plain(index)
            case "several":
                return self._several(index)
            case "doubt" | "pressure":
                return self._strategy(role)
            case "small-talk" | "unknown":
                return self._chat(role)

    def _plain(self, index: int) -> list[Piece]:
        attribute = self.rng.choice(self.scenario.topic.groups[index].attributes)
        skill = self.scenario.covers[index]
        asked = user(self.people.message([self._question(index, attribute)]))
        return [*asked, *_load(attribute.name, skill), *self._answer([skill], [(index, attribute)])]

    def _several(self, index: int) -> list[Piece]:
        groups = self.scenario.topic.groups
        other = self.rng.choice([i for i in range(len(groups)) if i != index])
        wanted = [(i, self.rng.choice(groups[i].attributes)) for i in (index, other)]
        skill = self.scenario.roles["several"]
        asked = user(self.people.message([self._question(i, attribute) for i, attribute in wanted]))
        want = " and ".join(attribute.name for _, attribute in wanted)
        return [*asked, *_load(want, skill), *self._answer([skill], wanted)]

    def _strategy(self, role: Role) -> list[Piece]:
        index = self.scenario.answers[role]
        attribute = self.scenario.topic.groups[index].attributes[0]
        words = self.rng.choice(SITUATIONS[role].questions).format(x=self._thing, a=attribute.name)
        asked = user(self.people.message([words + in_addition(self._second(index), self.rng)]))
        skills = [self.scenario.roles[role], self.scenario.covers[index]]
        loads = [*_load(_few(words), skills[0]), *_load(attribute.name, skills[1])]
        return [*asked, *loads, *self._answer(skills, [(index, attribute)])]

    def _chat(self, role: Role) -> list[Piece]:
        words = self.rng.choice(SITUATIONS[role].questions)
        skill = self.scenario.roles[role]
        return [*user(self.people.message([words])), *_load(_few(words), skill), *reply([skill], [])]

    def _answer(self, loaded: Sequence[Skill], wanted: Sequence[Wanted]) -> list[Piece]:
        """Calls for all that is wanted, then the reply with just those facts, or with the excuse after a failure."""
        pieces: list[Piece] = []
        facts: list[Fact] = []
        for index, attribute in wanted:
            turns, got = self._use(index)
            pieces += turns
            if got is None:
                return [*pieces, *reply(loaded, facts, self.excuse)]
            facts += [fact for fact in got if fact[0] == attribute.field]
        return [*pieces, *reply(loaded, facts)]

    def _use(self, index: int) -> tuple[list[Piece], list[Fact] | None]:
        """Turns that call tool `index`, once more after a failure; its facts, or None when it failed twice."""
        turn = self._call(index)
        facts = [attribute.fact(self.rng) for attribute in self.scenario.topic.groups[index].attributes]
        self.rng.shuffle(facts)
        pieces: list[Piece] = []
        for _ in range(2):
            if self.rng.random() >= _FAULT_RATE:
                content = json.dumps({self.scenario.topic.thing.noun: self.key, **dict(facts)})
                return [*pieces, *turn, *result(content)], facts
            pieces += [*turn, *result(self._failure())]
        return pieces, None

    def _call(self, index: int) -> list[Piece]:
        tool = self.scenario.tools[index]
        arguments = dict(zip(tool.parameters, (self.key, self.second), strict=False))
        note = think(
            ("with: ", BOILERPLATE),
            (", ".join(map(str, arguments.values())), NAME),
            ("; tool: ", BOILERPLATE),
            (title(tool.description), TITLE),
        )
        return [*note, *call(tool.name, arguments)]

    def _failure(self) -> str:
        fault = self.rng.choice(_FAULTS)
        remark = self.rng.choice(_REMARKS).format(fault=fault, excuse=self.excuse)
        return f'{{"error": "{fault}"}}\n{remark}'

    def _question(self, index: int, attribute: Attribute) -> str:
        return question(attribute, self._thing, self._second(index), self.rng)

    def _second(self, index: int) -> str | None:
        return self.second if self.scenario.topic.groups[index].second else None

    @property
    def _thing(self) -> str:
        return self.scenario.topic.thing.called(self.key)


def _load(want: str, skill: Skill) -> list[Piece]:
    """A turn that loads a skill, and the skill's body."""
    note = think(("want: ", BOILERPLATE), (want, PLAIN), ("; skill: ", BOILERPLATE), (title(skill.description), TITLE))
    return [*note, *call(LOAD_SKILL, {"name": skill.name}, BOILERPLATE), *result(skill_text(skill))]


def _few(question: str) -> str:
    """The first few words: how the want is noted when it has no attribute's name."""
    return " ".join(question.split()[:3])
