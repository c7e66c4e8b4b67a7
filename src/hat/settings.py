"""The base of every section of a profile."""

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Numbers and choices of one stage. Unknown names are refused, and nothing changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
