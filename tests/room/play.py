"""Episodes of the expert in the default harness, and replies put in the expert's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hat.agent.loop import episode, run
from hat.agent.trajectory import Trajectory
from hat.harness.load import load_harness
from hat.harness.state import HarnessState
from hat.room.expert import ExpertClient
from hat.room.faults import FaultPlan
from hat.room.request import Request
from hat.room.tools import ToolServer

HARNESS = load_harness(Path(__file__).parents[2] / "harness_repo")


def play(
    requests: Sequence[Request],
    state: HarnessState = HARNESS,
    skills: Mapping[str, str] | None = None,
    faults: FaultPlan | None = None,
) -> list[Trajectory]:
    tools = ToolServer(faults)
    return run((episode(r, state, tools, None) for r in requests), ExpertClient(requests, None, skills))


def renamed(state: HarnessState) -> tuple[HarnessState, dict[str, str]]:
    """Every skill, tool and parameter of the state under a name that says nothing."""
    skills = {skill.name: f"skill-{i}" for i, skill in enumerate(reversed(state.skills))}
    tools = []
    for i, tool in enumerate(state.tools):
        names = {name: f"p{i}_{j}" for j, name in enumerate(tool.parameters)}
        schema = {
            **tool.input_schema,
            "properties": {names[k]: v for k, v in tool.input_schema["properties"].items()},
            "required": [names[k] for k in tool.input_schema["required"]],
        }
        back = {new: old for old, new in names.items()}
        tools.append(replace(tool, name=f"t_{i}", input_schema=schema, parameter_names=back))
    variant = replace(
        state, skills=tuple(replace(s, name=skills[s.name]) for s in state.skills), tools=tuple(reversed(tools))
    )
    return variant, skills
