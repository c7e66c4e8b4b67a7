"""One episode: questions, then a skill, tool calls and a reply by the skill's rules, as the room's expert does it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hat.harness.render import skill_text
from hat.harness.state import LOAD_SKILL, Skill, quote
from hat.micro.documents import BOILERPLATE, NAME, TITLE, Piece
from hat.micro.questions import JOINED, People, Question, in_addition, question
from hat.micro.replies import Fact, reply
from hat.micro.synthetic.scenario import Scenario
from hat.micro.synthetic.situations import SITUATIONS, Role
from hat.micro.synthetic.things import Attribute, Key
from hat.micro.synthetic.tools import arguments
from hat.micro.turns import call, result, think, user
from hat.micro.words import phrase, topic

_FAULTS = ("timeout", "malformed", "denied")
_FAULT_RATE = 0.06
_REMARKS = (
    "The tool failed: {fault}. Call it again, or say that {excuse}.",
    "{fault} error. Try once more, else say that {excuse}.",
)


@dataclass(frozen=True)
class Episode:
    """An episode about the thing with this key.

    `seconds` is what each tool gets as its second parameter; `excuse` is said when a tool fails twice.
    """

    scenario: Scenario
    people: People
    key: Key
    seconds: tuple[str | None, ...]
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
        asked = self._question(index, attribute)
        return [*self._ask([asked], skill), *self._answer([skill], [Wanted(self, index, attribute, asked.topic)])]

    def _several(self, index: int) -> list[Piece]:
        groups = self.scenario.topic.groups
        other = self.rng.choice([i for i in range(len(groups)) if i != index])
        thing = self.scenario.topic.thing
        second = replace(self, key=thing.some_key(self.rng), seconds=self.scenario.topic.some_seconds(self.rng))
        asked: list[Question] = []
        wanted: list[Wanted] = []
        for episode, i in ((self, index), (second, other)):
            attribute = self.rng.choice(groups[i].attributes)
            asked.append(episode._question(i, attribute))
            wanted.append(Wanted(episode, i, attribute, asked[-1].topic))
        skill = self.scenario.roles["several"]
        return [*self._ask(asked, skill), *self._answer([skill], wanted)]

    def _strategy(self, role: Role) -> list[Piece]:
        index = self.scenario.answers[role]
        attribute = self.scenario.topic.groups[index].attributes[0]
        said = self._said(role)
        asked = [Question(in_addition(said.text, self._said_second(index), self.rng), said.topic)]
        strategy, skill = self.scenario.roles[role], self.scenario.covers[index]
        then = think(("then: ", NAME), (skill.name, NAME))
        return [
            *self._ask(asked, strategy),
            *then,
            *_load(skill),
            *self._answer([strategy, skill], [Wanted(self, index, attribute, None)]),
        ]

    def _chat(self, role: Role) -> list[Piece]:
        skill = self.scenario.roles[role]
        return [*self._ask([self._said(role)], skill), *reply([skill], [])]

    def _said(self, role: Role) -> Question:
        situation = SITUATIONS[role]
        assert situation.say is not None
        words = situation.say(self.rng)
        return Question(words.format(x=self._thing), topic(words, situation.topics))

    def _ask(self, questions: Sequence[Question], skill: Skill) -> list[Piece]:
        """A message with the questions, and the turn that notes their topics and loads the skill they call for."""
        asked = [self.people.asked(question.text) for question in questions]
        note = think(
            ("want: ", BOILERPLATE),
            (JOINED.join(question.topic for question in questions), NAME),
            ("; skill: ", NAME),
            (quote(skill.description, [question.topic for question in questions]), TITLE),
        )
        return [*user(self.people.message(asked)), *note, *_load(skill)]

    def _answer(self, loaded: Sequence[Skill], wanted: Sequence[Wanted]) -> list[Piece]:
        """Calls for all that is wanted, then the reply with just those facts, or with the excuse after a failure."""
        pieces: list[Piece] = []
        facts: list[Fact] = []
        for each in wanted:
            turns, got = each.episode._use(each.tool, each.topic)
            pieces += turns
            if got is None:
                return [*pieces, *reply(loaded, facts, self.excuse)]
            facts += [fact for fact in got if fact[0] == each.attribute.field]
        return [*pieces, *reply(loaded, facts)]

    def _use(self, index: int, topic: str | None) -> tuple[list[Piece], list[Fact] | None]:
        """Turns that call tool `index`, once more after a failure; its facts, or None when it failed twice."""
        turn = self._call(index, topic)
        facts = [attribute.fact(self.rng) for attribute in self.scenario.topic.groups[index].attributes]
        self.rng.shuffle(facts)
        pieces: list[Piece] = []
        for _ in range(2):
            if self.rng.random() >= _FAULT_RATE:
                content = json.dumps({self.scenario.topic.thing.noun: self.key, **dict(facts)})
                return [*pieces, *turn, *result(content)], facts
            pieces += [*turn, *result(self._failure())]
        return pieces, None

    def _call(self, index: int, topic: str | None) -> list[Piece]:
        """The turn that calls tool `index`: found by the topic, or named by a strategy."""
        tool = self.scenario.tools[index]
        given = arguments(tool, self.key, self.seconds[index])
        note: list[Piece] = [("with: ", BOILERPLATE), (", ".join(map(str, given.values())), NAME)]
        if topic is None:
            note += [("; use: ", NAME), (tool.name, NAME)]
        else:
            note += [
                ("; ", NAME),
                ("want: ", BOILERPLATE),
                (topic, NAME),
                ("; tool: ", NAME),
                (quote(tool.description, [topic]), TITLE),
            ]
        return [*think(*note), *call(tool.name, given)]

    def _failure(self) -> str:
        fault = self.rng.choice(_FAULTS)
        remark = self.rng.choice(_REMARKS).format(fault=fault, excuse=self.excuse)
        return f'{{"error": "{fault}"}}\n{remark}'

    def _question(self, index: int, attribute: Attribute) -> Question:
        return question(attribute, self._thing, self.key, self._said_second(index), self.rng)

    def _said_second(self, index: int) -> str | None:
        """How people give the second parameter of that tool: `M` or `size M`."""
        kind, value = self.scenario.topic.groups[index].second, self.seconds[index]
        return f"{kind} {value}" if value and self.rng.random() < 0.3 else value

    @property
    def _thing(self) -> str:
        """How people call the thing, sometimes with a word more."""
        called = self.scenario.topic.thing.called(self.key)
        return f"the {phrase(self.rng, 1, 2)} on {called}" if self.rng.random() < 0.15 else called


@dataclass(frozen=True)
class Wanted:
    """An attribute of an episode's thing, its tool, and the topic, which is None when a strategy names the tool."""

    episode: Episode
    tool: int
    attribute: Attribute
    topic: str | None


def _load(skill: Skill) -> list[Piece]:
    """The call that loads a skill, and the skill's body."""
    return [*call(LOAD_SKILL, {"name": skill.name}, BOILERPLATE), *result(skill_text(skill))]
