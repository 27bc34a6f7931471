"""Property tests use the same examples every time, so that failures are reproducible."""

from hypothesis import settings

settings.register_profile("tournaments", max_examples=40, deadline=None, derandomize=True)
settings.load_profile("tournaments")
