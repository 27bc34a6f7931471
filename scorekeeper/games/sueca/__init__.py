"""Sueca."""

from .rules import GAME

__all__ = ["GAME"]
