"""What a game's folder may have for the server alone (`paper`, `rulebook`, `demo`), loaded when first asked for."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from .engine.game import Game


def part(game: Game, name: str, attribute: str, otherwise: Any = None) -> Any:
    """Something out of one of a game's optional modules; `otherwise` where the game has no such module, or not that."""
    return getattr(_module(game.slug, name), attribute, otherwise)


@cache
def _module(slug: str, name: str) -> ModuleType | None:
    folder = f"{__package__}.{slug.replace('-', '_')}"
    found = find_spec(folder) and find_spec(f"{folder}.{name}")
    return import_module(f"{folder}.{name}") if found else None
