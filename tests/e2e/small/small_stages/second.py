import time
from pathlib import Path

from hat.settings import Settings


class SecondConfig(Settings):
    steps: int = 5
    pause: float = 0.0


def run(config: SecondConfig, inputs: dict[str, Path], out: Path) -> dict[str, object]:
    done = len(list(out.glob("step-*")))
    for step in range(done, config.steps):
        time.sleep(config.pause)
        (out / f"step-{step}").write_text((inputs["first"] / "text").read_text())
        print(f"step {step + 1} of {config.steps}", flush=True)
    return {"resumed_at": done, "steps": config.steps}
