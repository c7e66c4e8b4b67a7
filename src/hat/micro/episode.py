"""One episode: questions, then a skill, tool calls and a reply by the skill's rules, as the room's expert does it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hat.harness.render import skill_text
from hat.harness.state import LOAD_SKILL, Skill, title
from hat.micro.documents import BOILERPLATE, NAME, PLAIN, TITLE, Piece
from hat.micro.questions import JOINED, People, in_addition, question
from hat.micro.replies import Fact, reply
from hat.micro.synthetic.scenario import Scenario
from hat.micro.synthetic.situations import SITUATIONS, Role
from hat.micro.synthetic.things import Attribute, Key
from hat.micro.turns import call, result, think, user
from hat.micro.words import phrase

_FAULTS = ("timeout", "malformed", "denied")
_FAULT_RATE = 0.06
_REMARKS = (
    "The tool failed: {fault}. Call it again, or say that {excuse}.",
    "{fault} error. Try once more, else say that {excuse}.",
)

Wanted = tuple["Episode", int, Attribute]
"""An attribute that is asked for, the index of the tool that answers it, and whose thing it is about."""


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
        asked = [self._question(index, attribute)]
        return [*self._ask(asked, skill), *self._answer([skill], [(self, index, attribute)])]

    def _several(self, index: int) -> list[Piece]:
        groups = self.scenario.topic.groups
        other = self.rng.choice([i for i in range(len(groups)) if i != index])
        thing = self.scenario.topic.thing
        second = replace(self, key=thing.some_key(self.rng), second=thing.some_second(self.rng))
        wanted = [
            (episode, i, self.rng.choice(groups[i].attributes)) for episode, i in ((self, index), (second, other))
        ]
        skill = self.scenario.roles["several"]
        asked = [episode._question(i, attribute) for episode, i, attribute in wanted]
        return [*self._ask(asked, skill), *self._answer([skill], wanted)]

    def _strategy(self, role: Role) -> list[Piece]:
        index = self.scenario.answers[role]
        attribute = self.scenario.topic.groups[index].attributes[0]
        asked = [self._said(role) + in_addition(self._second(index), self.rng)]
        strategy, skill = self.scenario.roles[role], self.scenario.covers[index]
        then = think(("then: ", NAME), (skill.name, NAME))
        return [
            *self._ask(asked, strategy),
            *then,
            *_load(skill),
            *self._answer([strategy, skill], [(self, index, attribute)]),
        ]

    def _chat(self, role: Role) -> list[Piece]:
        skill = self.scenario.roles[role]
        return [*self._ask([self._said(role)], skill), *reply([skill], [])]

    def _said(self, role: Role) -> str:
        say = SITUATIONS[role].say
        assert say is not None
        return say(self._thing, self.rng)

    def _ask(self, questions: Sequence[str], skill: Skill) -> list[Piece]:
        """A message with the questions, and the turn that notes them and loads the skill they call for."""
        asked = [self.people.asked(question) for question in questions]
        note = think(
            ("want: ", BOILERPLATE),
            (JOINED.join(asked), PLAIN),
            ("; skill: ", NAME),
            (title(skill.description), TITLE),
        )
        return [*user(self.people.message(asked)), *note, *_load(skill)]

    def _answer(self, loaded: Sequence[Skill], wanted: Sequence[Wanted]) -> list[Piece]:
        """Calls for all that is wanted, then the reply with just those facts, or with the excuse after a failure."""
        pieces: list[Piece] = []
        facts: list[Fact] = []
        for episode, index, attribute in wanted:
            turns, got = episode._use(index)
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
            ("; tool: ", NAME),
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
        """How people call the thing, sometimes with a word more."""
        called = self.scenario.topic.thing.called(self.key)
        return f"the {phrase(self.rng, 1, 2)} on {called}" if self.rng.random() < 0.15 else called


def _load(skill: Skill) -> list[Piece]:
    """The call that loads a skill, and the skill's body."""
    return [*call(LOAD_SKILL, {"name": skill.name}, BOILERPLATE), *result(skill_text(skill))]
