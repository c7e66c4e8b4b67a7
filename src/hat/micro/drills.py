"""Everything of the corpus that is no skill episode: copying, look-up, instructions and ReAct traces."""

from __future__ import annotations

import json
import random

from transformers import PreTrainedTokenizerBase

from hat.agent.react import react_action, react_answer, react_system
from hat.agent.trajectory import ToolCall
from hat.harness.state import title
from hat.micro.concepts import second_value, thing_key, value
from hat.micro.documents import NAME, PLAIN, PROMPT, RULE, Document, Piece
from hat.micro.episodes import Speaker, first_prompt
from hat.micro.harnesses import make_scenario
from hat.micro.instructions import make_instruction
from hat.micro.words import WORDS, nonsense, phrase

_OPEN_REPLY = ("<|im_end|>\n<|im_start|>assistant\n", 0.0)


def _plain(system: str, exchanges: list[tuple[str, str, float]], tokenizer: PreTrainedTokenizerBase) -> Document:
    """Single questions and answers under one system message: (user, assistant, weight)."""
    before, _ = first_prompt(None, system, tokenizer)
    branches = tuple(
        ((user, PROMPT), _OPEN_REPLY, (said, weight), ("<|im_end|>", PLAIN)) for user, said, weight in exchanges
    )
    return Document(((before, PROMPT),), branches)


def copying(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Repeat random words, names and numbers."""
    exchanges = []
    for _ in range(8):
        words = [
            rng.choice([rng.choice(WORDS), nonsense(rng), str(rng.randint(1, 999))]) for _ in range(rng.randint(3, 9))
        ]
        text = " ".join(words)
        exchanges.append((f"{rng.choice(['Repeat', 'Say again', 'Copy'])}: {text}", text, RULE))
    return _plain("", exchanges, tokenizer)


def lookup(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """A list of titles with names behind them, in the forms of skill lists and tool lists; one is asked for."""
    count = rng.randint(3, 12)
    titles = [phrase(rng, 1, 2) for _ in range(count)]
    names = [nonsense(rng) if rng.random() < 0.5 else phrase(rng, 2, 2).replace(" ", rng.choice("_-")) for _ in titles]
    form = rng.choice(["- {d}: {t} (reply): {n}", '{{"description": "{d}: {t}", "name": "{n}"}}', "- {d}: {t} -> {n}"])
    system = "\n".join(
        form.format(d=phrase(rng, 2, 4).capitalize(), t=t, n=n) for t, n in zip(titles, names, strict=True)
    )
    chosen = rng.sample(range(count), min(count, 6))
    return _plain(system, [(f"name of: {titles[i]}", f"{titles[i]}: {names[i]}", RULE) for i in chosen], tokenizer)


def instructions(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Instructions with verifiable constraints."""
    made = [make_instruction("train", rng) for _ in range(8)]
    return _plain("", [(m.prompt, m.answer, PLAIN) for m in made], tokenizer)


def react(rng: random.Random, tokenizer: PreTrainedTokenizerBase, invented: float, tools: tuple[int, int]) -> Document:
    """ReAct traces: the same tools, all in the prompt; no skills."""
    scenario = make_scenario(rng, invented, tools, 0.0)
    topic = scenario.topic
    speaker = Speaker(scenario, rng)
    before, _ = first_prompt(None, react_system(scenario.state), tokenizer)
    branches = []
    for index in rng.sample(range(len(topic.groups)), min(4, len(topic.groups))):
        group = topic.groups[index]
        attribute = rng.choice(group.attributes)
        key = thing_key(topic.thing, rng)
        speaker.second = second_value(topic.thing, rng)
        x = f"{topic.thing.noun} {key}" if topic.thing.key == "number" else str(key)
        tool = next(t for t in scenario.state.tools if t.implementation == f"g{index}")
        arguments = dict(zip(tool.parameters, (key, speaker.second), strict=False))
        facts = {a.name.replace(" ", "_"): value(a.kind, rng) for a in group.attributes}
        name = attribute.name.replace(" ", "_")
        pieces: list[Piece] = [
            *speaker.opening([speaker.ask(attribute, x) + speaker.where(index)]),
            (react_action(title(tool.description), ToolCall(tool.name, arguments)), NAME),
            ("<|im_end|>", PLAIN),
            (f"\n<|im_start|>user\nObservation: {json.dumps({topic.thing.noun: key, **facts})}", PROMPT),
            _OPEN_REPLY,
            (react_answer(f"The {name} is {facts[name]}."), RULE),
            ("<|im_end|>", PLAIN),
        ]
        branches.append(tuple(pieces))
    return Document(((before, PROMPT),), tuple(branches))
