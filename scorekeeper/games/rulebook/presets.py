"""A game's presets side by side, from the game's own list of options."""

from typing import Any

from scorekeeper.games.engine.base import Game, _
from scorekeeper.games.rulebook.option_texts import option_label, option_text


def presets_of(game: Game) -> list[dict[str, Any]]:
    """One row for each option, one cell for each preset; `same` marks rows in which all presets agree."""
    rows = [_row(_("Sides"), "", [_shape(game, preset) for preset in game.presets])]
    for option in game.options:
        cells = [option_text(option, preset["options"][option["name"]]) for preset in game.presets]
        rows.append(_row(option_label(option), option["rule"], cells))
    return rows


def _row(label: str, rule: str | None, cells: list[str]) -> dict[str, Any]:
    return {"label": label, "rule": rule, "cells": cells, "same": len(set(cells)) == 1}


def _shape(game: Game, preset: dict[str, Any]) -> str:
    return " · ".join(f"{sides}\u00a0×\u00a0{players}" for sides, players in game.shapes(preset["slug"]))
