"""Profiles: the numbers of a run in one YAML file: the base model, and a section for each stage.

A stage's section is checked by the model that the stage itself declares, so that there is one list of settings.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from hat.errors import BadInput, Fault
from hat.harness.format.source import MAX_BYTES, Source
from hat.harness.format.yaml_text import parse_yaml
from hat.micro.load import base_path
from hat.stage import STAGES, config_of

FOLDER = Path(__file__).parent / "profiles"

SHIPPED = "micro"
"""The name, in a profile, of the base that comes with HAT."""

_BASE_REMEDY = f"Write `{SHIPPED}`, or the path of a Hugging Face folder"


@dataclass(frozen=True)
class Profile:
    """A checked profile: the folder of the base model, and the settings of each stage."""

    name: str
    base: Path
    sections: Mapping[str, BaseModel]

    def to_json(self) -> str:
        """All sections, defaults filled in, as canonical JSON: what a pipeline passes to its stages."""
        sections = {stage: section.model_dump(mode="json") for stage, section in self.sections.items()}
        return json.dumps(sections, sort_keys=True)


def known() -> list[str]:
    """The names of the profiles that come with HAT."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load_profile(name: str, stages: Collection[str] = tuple(STAGES)) -> Profile:
    """The profile of that name, or in that YAML file, with the sections of `stages`.

    Raises BadInput with all the faults of these sections. Reading a section imports its stage.
    """
    path = Path(name) if name.endswith((".yaml", ".yml")) else FOLDER / f"{name}.yaml"
    content = parse_yaml(Source(str(path), _read(path, name)))
    base = _base(path, content.pop("base", SHIPPED))
    faults = [
        Fault(f"{path}: {key}", "is neither `base` nor a stage", f"The stages are {', '.join(STAGES)}")
        for key in content.keys() - STAGES
    ]
    if not (base / "config.json").is_file():
        faults.append(Fault(f"{path}: base", f"{base} is no model folder (no config.json in it)", _BASE_REMEDY))
    sections: dict[str, BaseModel] = {}
    for stage in stages:
        try:
            section = content.get(stage)
            sections[stage] = config_of(stage).model_validate({} if section is None else section)
        except ValidationError as error:
            faults += _faults(path, stage, config_of(stage), error)
    if faults:
        raise BadInput(*faults)
    return Profile(path.stem, base, sections)


def _base(path: Path, name: Any) -> Path:
    if not isinstance(name, str) or not name:
        raise BadInput(Fault(f"{path}: base", f"is {name!r}", _BASE_REMEDY))
    return base_path() if name == SHIPPED else Path(name).absolute()


def _read(path: Path, name: str) -> str:
    remedy = f"Choose one of {', '.join(known())}, or give a YAML file"
    try:
        if path.exists() and not path.is_file():
            raise BadInput(Fault(name, "is no plain file", remedy))
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(Fault(name, f"is longer than {MAX_BYTES:,} bytes", remedy))
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(Fault(name, "is not UTF-8", remedy)) from error
    except FileNotFoundError as error:
        raise BadInput(Fault(name, "there is no such profile", remedy)) from error
    except (OSError, ValueError) as error:
        raise BadInput(Fault(repr(name), f"cannot be read ({error})", remedy)) from error


def _faults(path: Path, stage: str, model: type[BaseModel], error: ValidationError) -> list[Fault]:
    faults = []
    for detail in error.errors():
        field = ".".join(str(part) for part in (stage, *detail["loc"]))
        unknown = detail["type"] == "extra_forbidden"
        message = "is not a setting" if unknown else f"{detail['msg']}, not {detail['input']!r}"
        remedy = f"The settings of {stage} are {', '.join(model.model_fields)}" if unknown else ""
        faults.append(Fault(f"{path}: {field}", message, remedy))
    return faults
