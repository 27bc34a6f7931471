"""Truco as it is played in Argentina, in Uruguay and in Rio Grande do Sul."""

from .rules import GAME

__all__ = ["GAME"]
