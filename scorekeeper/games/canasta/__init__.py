"""Canasta and Samba."""

from .rules import GAME

__all__ = ["GAME"]
