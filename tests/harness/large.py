"""Files within the size limit of 1 MB that cost a careless reader minutes: each lies in a sound harness."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hat.harness.format.tool import IMPLEMENTATION

Files = dict[str, str]
"""Texts by path in the harness."""


def _skill(body: str, name: str = "large", description: str = "When asked for it: large") -> Files:
    return {f"skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: '{description}'\n---\n{body}\n"}


def _tool(name: str = "large", description: str = "Tells a thing: large", **schema: Any) -> Files:
    tool = {"name": name, "description": description, "inputSchema": {"type": "object", **schema}}
    return {f"tools/{name}.json": json.dumps({**tool, "_meta": {IMPLEMENTATION: "price"}})}


def _hooks(*hooks: dict[str, Any], matcher: str = ".*") -> Files:
    return {"hooks/hooks.json": json.dumps({"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": hooks}]}})}


def _lines(line: str, count: int) -> str:
    """Many lines, each with its own number in place of `{i}`."""
    return "\n".join(line.replace("{i}", str(i)) for i in range(count))


def _cases() -> Iterator[tuple[str, Files]]:
    for name, text in {
        "letters": "a" * 300_000,
        "spaces": f"a{' ' * 300_000}b",
        "line ends": f"a{chr(10) * 300_000}b",
        "backticks": "`" * 100_000,
        "code spans without end": "`a\n" * 50_000,
        "fences": "``` a\n" * 50_000,
        "quotes": '"' * 100_000,
        "curved quotes": "“" * 100_000,
        "comments without end": "<!--" * 75_000,
        "rules without end": "x <!-- rule:" * 20_000,
        "braces": "{a" * 100_000,
        "keys": "sk-" * 300_000,
        "tokens": "eyJ" * 300_000,
        "addresses": "https://a:" * 90_000,
        "numbers": "1." * 150_000,
        "amounts": _lines("pay {i} characters for", 30_000),
        "hyphens": "a-" * 150_000,
        "mentions": _lines("use `get_price` and `t{i}`", 30_000),
        "tags": "</tool_call>" * 60_000,
    }.items():
        yield name, _skill(text)
        yield f"{name} in a rule", _skill(f"- {text}")
        yield f"{name} in the prompt", {"system_prompt/99-large.md": f"---\nid: large\n---\n{text}\n"}
        yield f"{name} in a tool", _tool(description=f"{text}: large")
    yield "many rules", _skill(_lines("- r{i}", 100_000))
    yield "many phrases", _skill(_lines('- Say "w{i}" <!-- rule: mention -->', 20_000))
    pair = '- Say "a{i} b" <!-- rule: mention -->\n- Avoid "c{i} d" <!-- rule: avoid -->'
    yield "many phrases against many", _skill(_lines(pair, 8_000))
    yield "many phrases of words in each other", _skill(_lines(pair.replace("{i}", "{i} " * 10), 3_000))
    long = f'- Say "{"a b " * 100_000}" <!-- rule: mention -->'
    avoided = "\n".join(f'- Avoid "{"a" * length} x" <!-- rule: avoid -->' for length in range(1, 1_000))
    yield "a long phrase against phrases of all lengths", _skill(f"{long}\n{avoided}")
    yield "a long front matter", _skill("", description="a " * 400_000)
    yield "many keys in front matter", _front_matter(_lines("key{i}: {i}", 50_000))
    yield "a flow of lists in front matter", _front_matter("a: " + "[" * 1000 + "]" * 1000)
    yield "a wide list in front matter", _front_matter(f"a: [{_lines('{i},', 80_000)}]".replace("\n", " "))
    yield "quotes in front matter", _front_matter("a: " + '"' * 300_000)
    yield "colons in front matter", _front_matter("a: " + "b: " * 100_000)
    yield "an enumeration", _tool(properties={"x": {"enum": [f"v{i}" for i in range(80_000)]}})
    yield "many parameters", _tool(properties={f"p_{i}": {} for i in range(15_000)}, required=["p_1"])
    yield "many faulty parameters", _tool(properties={f"p_{i}": {"type": "no"} for i in range(15_000)})
    yield "many required, none there", _tool(required=[f"p_{i}" for i in range(50_000)])
    deep: dict[str, Any] = {}
    for _ in range(300):
        deep = {"type": "object", "properties": {"a": deep}}
    yield "a deep schema", _tool(**deep)
    chain = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(8_000)}
    yield (
        "a chain of references",
        _tool(**{"$defs": {**chain, "d8000": {}}, "properties": {"a": {"$ref": "#/$defs/d0"}}}),
    )
    yield "patterns", _tool(patternProperties={f"^a{i}(b|c)*$": {} for i in range(5_000)})
    bad = {f"^a{i}(?=b)": {} for i in range(5_000)}
    yield "patterns that do not compile", _tool(patternProperties=bad)
    yield "many parameter names", {"tools/large.json": _named(15_000)}
    yield "many tools", {k: v for i in range(3_000) for k, v in _tool(f"tool_{i}").items()}
    yield "many skills", {k: v for i in range(3_000) for k, v in _skill("- Say hi", f"skill-{i}").items()}
    yield "many blocks", {f"system_prompt/{i}-b{i}.md": f"---\nid: b{i}\n---\nText.\n" for i in range(100, 3_100)}
    commands = [{"type": "command", "command": f"h{i}"} for i in range(10_000)]
    yield "many hooks", _hooks(*commands)
    yield "many hooks that match nothing", _hooks(*commands, matcher="nothing")
    yield "many faulty hooks", _hooks(*({"type": "no"} for _ in range(10_000)))
    yield "a long matcher", _hooks(commands[0], matcher="|".join(f"t{i}" for i in range(50_000)))
    yield "a matcher of groups", _hooks(commands[0], matcher="(" * 50_000)
    yield "many scripts", {f"hooks/s{i}.sh": "true\n" for i in range(3_000)}
    limits = "limits:\n" + _lines("  limit_{i}: 1 | 0..2", 15_000)
    yield "many limits", {"harness.yaml": f"name: large\nversion: 1.0.0\nlanguage: en\n{limits}\n"}
    order = "order:\n  tools:\n" + _lines("    - t{i}", 20_000)
    ranges = "limits:\n" + _lines("  limit_{i}: none", 15_000)
    yield "many faulty limits", {"harness.yaml": f"name: large\nversion: 1.0.0\nlanguage: en\n{ranges}\n"}
    yield "a long order", {"harness.yaml": f"name: large\nversion: 1.0.0\nlanguage: en\nlimits: {{}}\n{order}\n"}


def _front_matter(text: str) -> Files:
    return {"skills/large/SKILL.md": f"---\nname: large\ndescription: large\n{text}\n---\nText.\n"}


def _named(count: int) -> str:
    tool = json.loads(*_tool().values())
    return json.dumps(
        {**tool, "_meta": {IMPLEMENTATION: "price", "hat/parameters": {f"p{i}": "x" for i in range(count)}}}
    )


LARGE = dict(_cases())
