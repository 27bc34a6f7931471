"""A game of one's own, counted as the table agreed."""

from .rules import GAME

__all__ = ["GAME"]
