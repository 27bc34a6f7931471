"""Briscola and its chiamata of five."""

from .rules import GAME

__all__ = ["GAME"]
