from pathlib import Path

from hat.errors import BadInput, Fault
from hat.settings import Settings


class FirstConfig(Settings):
    upper: bool = True


def run(config: FirstConfig, inputs: dict[str, Path], out: Path) -> dict[str, object]:
    text = inputs["text"].read_text()
    if not text:
        raise BadInput(Fault(str(inputs["text"]), "is empty", "Write something"))
    if text == "bug":
        raise KeyError("unforeseen")
    (out / "text").write_text(text.upper() if config.upper else text)
    return {"letters": len(text)}
