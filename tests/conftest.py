"""Settings of all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile("hat", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hat")
"""How long an example takes says something of the machine, nothing of the code."""
