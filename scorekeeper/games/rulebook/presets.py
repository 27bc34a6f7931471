"""A game's presets side by side, from the game's own list of options."""

from typing import Any

from scorekeeper.games.engine.base import Game, _
from scorekeeper.i18n import format_number, gettext

TABLE_LABELS = {"target": _("Target")}  # the form's own label explains what an empty field means


def presets_of(game: Game) -> list[dict[str, Any]]:
    """One row for each option, one cell for each preset; `same` marks rows in which all presets agree."""
    rows = [_row(_("Sides"), "", [_shape(game, preset) for preset in game.presets])]
    for option in game.options:
        label = TABLE_LABELS.get(option["name"], option["label"])
        cells = [shown(option, preset["options"][option["name"]]) for preset in game.presets]
        rows.append(_row(label, option["rule"], cells))
    return rows


def _row(label: str, rule: str | None, cells: list[str]) -> dict[str, Any]:
    return {"label": label, "rule": rule, "cells": cells, "same": len(set(cells)) == 1}


def _shape(game: Game, preset: dict[str, Any]) -> str:
    return " · ".join(f"{sides}\u00a0×\u00a0{players}" for sides, players in game.shapes(preset["slug"]))


def shown(option: dict[str, Any], value: Any) -> str:
    """An option's value in words of the reader's language."""
    if value is None or value == []:
        return gettext(_("none"))
    if isinstance(value, bool):
        return gettext(_("yes")) if value else gettext(_("no"))
    if "choices" in option:
        return next(gettext(label) for choice, label in option["choices"] if choice == value)
    if option["kind"] == "thresholds":
        return ", ".join(_threshold(total, points) for total, points in value)
    if isinstance(value, list):
        return " ".join(format_number(each) for each in value)
    return format_number(value)


def _threshold(total: int, points: int) -> str:
    if total == 0:
        return format_number(points)
    return gettext("%(points)s from %(total)s", points=format_number(points), total=format_number(total))
