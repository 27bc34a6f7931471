"""Scopa, Scopone and Escoba."""

from .rules import GAME

__all__ = ["GAME"]
