"""Skills and tools of other domains. None of them helps with anything that viewers of a shop room ask."""

from __future__ import annotations

from typing import Any

from hat.harness.state import Skill, SkillKind, Tool

_SKILLS: tuple[tuple[str, SkillKind, str, str, str], ...] = (
    ("parking-help", "reply", "Where staff park at the studio: parking help", "Park behind the hall.", "Level two."),
    ("meeting-notes", "reply", "How to write up a staff meeting: meeting notes", "Team notes.", "End of notes."),
    ("recipe-tips", "reply", "How to cook a dish at home: recipe tips", "Kitchen time!", "Enjoy the meal."),
    ("bus-times", "reply", "When the bus leaves the depot: bus times", "Next bus soon.", "Mind the gap."),
    ("library-desk", "reply", "How to borrow a book: library desk", "Quiet please.", "Read on."),
    ("gym-classes", "reply", "Which training class is on: gym classes", "Warm up first!", "Stretch well."),
    ("pet-care", "reply", "How to feed a cat or dog: pet care", "Woof!", "Good dog."),
    ("language-lessons", "reply", "How to say a word abroad: language lessons", "Repeat after me.", "Class is over."),
    ("garden-advice", "reply", "When to water plants: garden advice", "Green thumbs!", "Water daily."),
    ("night-shift", "strategy", "How staff hand over at night: night shift", "Lights stay on", "keys on the hook"),
    ("fire-drill", "strategy", "What staff do when the alarm rings: fire drill", "Stay calm", "use the stairs"),
    ("radio-silence", "strategy", "How crew talk on set: radio silence", "Channel four", "over and out"),
)

_TOOLS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("get_weather", "The weather in a region: weather report", {"region": "string"}),
    ("book_table", "Book a table at a restaurant: table booking", {"guests": "integer"}),
    ("play_song", "Play a song in the studio: music player", {"song": "string"}),
    ("set_timer", "Start a kitchen timer: timer start", {"minutes": "integer"}),
    ("find_recipe", "A recipe for a dish: recipe search", {"dish": "string"}),
    ("get_bus_time", "When a bus leaves a stop: bus departure", {"stop": "string"}),
    ("translate_word", "A word in another language: word translation", {"word": "string", "language": "string"}),
    ("open_door", "Open a door of the office: door control", {"door": "string"}),
    ("read_sensor", "What a machine's sensor shows: sensor reading", {"sensor": "integer"}),
    ("move_camera", "Turn a camera of the studio: camera move", {"camera": "integer", "angle": "integer"}),
    ("get_score", "The score of a match: match score", {"team": "string"}),
    ("list_meetings", "Meetings of a colleague: meeting list", {"person": "string"}),
)


def _skill(name: str, kind: SkillKind, description: str, first: str, last: str) -> Skill:
    rules = (
        f'- Open with "{first}" <!-- rule: open -->\n- Close with "{last}" <!-- rule: close -->\n'
        if kind == "reply"
        else f'- Say "{first}" <!-- rule: mention -->\n- Say "{last}" <!-- rule: mention -->\n'
    )
    return Skill(name=name, description=description, kind=kind, body=f"For other matters.\n\n{rules}")


def _tool(name: str, description: str, parameters: dict[str, str]) -> Tool:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {parameter: {"type": kind} for parameter, kind in parameters.items()},
        "required": list(parameters),
    }
    return Tool(name=name, description=description, input_schema=schema, implementation=name)


SKILLS: tuple[Skill, ...] = tuple(_skill(*row) for row in _SKILLS)
TOOLS: tuple[Tool, ...] = tuple(_tool(*row) for row in _TOOLS)
