"""What a game's options are called, and what their values mean, in the reader's language: in the rules and on paper."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.engine.base import _
from scorekeeper.i18n import format_number, gettext

Option = Mapping[str, Any]

LABELS = {"target": _("Target")}  # the form's own label explains what an empty field means


def option_label(option: Option) -> str:
    """An option's name, such as “Target”: an English message, to be translated where it is shown."""
    return str(LABELS.get(option["name"], option["label"]))


def option_text(option: Option, value: Any) -> str:
    """An option's value as one would say it: “yes”, “3 6 9 12”, “75 from 1,500”."""
    if value is None or value == []:
        return gettext(_("none"))
    if isinstance(value, bool):
        return gettext(_("yes")) if value else gettext(_("no"))
    if "choices" in option:
        return next(gettext(label) for choice, label in option["choices"] if choice == value)
    if option["kind"] == "text":
        return gettext(value) if value == option.get("usual") else str(value)
    if option["kind"] == "factors":
        return ", ".join(f"{each['name']} × {format_number(each['factor'])}" for each in value)
    if option["kind"] == "thresholds":
        return ", ".join(_threshold(total, points) for total, points in value)
    if isinstance(value, list):
        return " ".join(format_number(each) for each in value)
    return format_number(value)


def _threshold(total: int, points: int) -> str:
    if total == 0:
        return format_number(points)
    return gettext("%(points)s from %(total)s", points=format_number(points), total=format_number(total))
