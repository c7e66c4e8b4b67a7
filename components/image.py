"""The image that components run in on a cluster. On one machine they run in the present environment."""

import os

from hat import __version__

IMAGE = os.environ.get("HAT_IMAGE", f"hat-agent:{__version__}")
