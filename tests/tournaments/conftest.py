"""Properties are tried on the same examples every time: a failure on one machine is a failure on all."""

from hypothesis import settings

settings.register_profile("tournaments", max_examples=40, deadline=None, derandomize=True)
settings.load_profile("tournaments")
