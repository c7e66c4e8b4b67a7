"""Hypothesis strategies for sound harness states."""

from __future__ import annotations

import string

from hypothesis import strategies as st

from hat.harness.checks.hooks import BUILTIN_EVENTS
from hat.harness.checks.limits import REQUIRED_LIMITS
from hat.harness.state import HarnessState, Hook, Limit, PromptBlock, Rule, Skill, Tool

SKILL_NAMES = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
TOOL_NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,12}", fullmatch=True).filter(lambda n: n != "load_skill")
PROSE = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="`{}|\u2028\u2029"),
    max_size=60,
)
LINE = PROSE.map(lambda t: " ".join(t.split())).filter(bool)
BODY = st.lists(LINE, min_size=1, max_size=4).map("\n".join)
NUMBERS = st.integers(-1000, 1000) | st.floats(-1000, 1000).filter(lambda n: n == 0 or abs(n) > 1e-90)
KEYS = st.text(string.ascii_letters, min_size=3, max_size=8).map(lambda k: f"x-{k}")
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | PROSE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PROSE, inner, max_size=3),
    max_leaves=6,
)
EXTRA = st.dictionaries(KEYS, PLAIN, max_size=2)


@st.composite
def limits(draw: st.DrawFn) -> Limit:
    low, value, high = sorted(draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)))
    return Limit(value, low, high)


@st.composite
def blocks(draw: st.DrawFn) -> PromptBlock:
    values = draw(st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), limits(), max_size=2))
    text = draw(BODY) + "".join(f" {{{name}}} and {{{name}}}" for name in values)
    id = draw(SKILL_NAMES)
    return PromptBlock(id=id, text=text, movable=draw(st.booleans()), values=values, extra=draw(EXTRA))


@st.composite
def skills(draw: st.DrawFn) -> Skill:
    rule = st.builds(Rule, st.just('Say "so it is"'), st.sampled_from([None, "open", "mention"]), st.booleans())
    rules = draw(st.lists(rule, max_size=3))
    body = draw(BODY) + "\n" + "".join(f"{r.line}\n" for r in rules)
    extra = draw(EXTRA) | draw(st.sampled_from([{}, {"metadata": {"author": "us"}}]))
    return Skill(draw(SKILL_NAMES), draw(LINE), draw(st.sampled_from(["reply", "strategy"])), body, extra)


@st.composite
def tools(draw: st.DrawFn) -> Tool:
    types = st.sampled_from([{"type": "integer"}, {"type": "string", "enum": ["a", "b"]}, {}])
    properties = draw(st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), types, max_size=3))
    return Tool(
        name=draw(TOOL_NAMES),
        description=draw(LINE),
        input_schema={"type": "object", "properties": properties, "required": list(properties)},
        implementation=draw(LINE),
        output_schema=draw(st.none() | st.just({"type": "object"})),
        annotations=draw(st.none() | EXTRA),
        parameter_names={name: f"own_{name}" for name in list(properties)[:1]},
        extra=draw(EXTRA),
    )


HOOKS = st.builds(
    lambda builtin, matcher, timeout, message, options: Hook(
        event=BUILTIN_EVENTS[builtin],  # type: ignore[arg-type]
        matcher=matcher,
        builtin=builtin,
        timeout=timeout,
        message=message,
        options=options,
    ),
    st.sampled_from(sorted(BUILTIN_EVENTS)),
    st.sampled_from(["", ".*", "get_.*"]),
    st.floats(0.1, 60),
    PROSE,
    EXTRA,
) | st.builds(lambda command: Hook(event="UserPromptSubmit", command=command), LINE)


@st.composite
def harnesses(draw: st.DrawFn) -> HarnessState:
    reply = Skill("always-there", "Something: always there", "reply", "Say hello.\n")
    return HarnessState(
        name=draw(LINE),
        version=draw(LINE),
        language=draw(LINE),
        limits={**REQUIRED_LIMITS, **draw(st.dictionaries(KEYS, limits(), max_size=2))},
        prompt=tuple(draw(st.lists(blocks(), max_size=3, unique_by=lambda b: b.id))),
        skills=(*draw(st.lists(skills(), max_size=3, unique_by=lambda s: s.name)), reply),
        tools=tuple(draw(st.lists(tools(), max_size=3, unique_by=lambda t: t.name))),
        hooks=tuple(draw(st.lists(HOOKS, min_size=1, max_size=4))),
        scripts=draw(st.dictionaries(st.from_regex(r"[a-z]{1,8}\.(sh|py)", fullmatch=True), BODY, max_size=2)),
        extra=draw(EXTRA),
    )
