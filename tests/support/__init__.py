"""Helpers that tests of several rooms use."""
