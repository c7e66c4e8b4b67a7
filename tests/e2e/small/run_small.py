"""Run the small pipeline as `hat run` runs its own: run_small.py TEXT OUT PAUSE."""

import json
import sys
from pathlib import Path

from rich.console import Console
from small_pipeline import small

from hat.errors import HatError
from hat.local import run_pipeline

text, out, pause = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
profile = json.dumps({"first": {}, "second": {"pause": pause}})
try:
    events = run_pipeline(
        small, {"profile": profile, "store": str(out), "text": str(text)}, out, 2, Console(stderr=True)
    )
except HatError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)
print(json.dumps({stage: [event.state, event.metrics] for stage, event in events.items()}))
