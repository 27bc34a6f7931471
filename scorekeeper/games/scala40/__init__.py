"""Scala 40."""

from .rules import GAME

__all__ = ["GAME"]
