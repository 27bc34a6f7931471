"""Loads a game's `server` module, which only a server has, when it is first needed."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from scorekeeper.game_folders import place_of

from .engine.game import Game


def part(game: Game, attribute: str, otherwise: Any = None) -> Any:
    """Returns an attribute of the game's `server` module; `otherwise` if it has no such module or attribute."""
    return getattr(_server_of(game.slug), attribute, otherwise)


@cache
def _server_of(slug: str) -> ModuleType | None:
    module = place_of(slug).module
    is_there = find_spec(module) and find_spec(f"{module}.server")
    return import_module(f"{module}.server") if is_there else None
