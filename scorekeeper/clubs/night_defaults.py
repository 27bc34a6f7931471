"""What the matches of a club night begin with, until a table agrees otherwise: game, preset, hands, clock, confirming.

They are stored with the night as plain values, and filled into the form of each match (`with_defaults`). What that form
does not ask, the clock of other presets and who confirms, is added to the match's head (`with_agreement`).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Checks, Game, Setup, _, refuse
from scorekeeper.games.engine.options import read_options
from scorekeeper.ledger import CONFIRMED
from scorekeeper.pages import option_fields
from scorekeeper.pages.blank_form import blank_form
from scorekeeper.pages.start_form import LONGEST_MINUTES, StartForm, shape_text
from scorekeeper.store.club_models import Night, NightTable
from scorekeeper.store.models import Sitting, db

HANDS = "hands"  # what games call the option of how many hands a match lasts


class Defaults(NamedTuple):
    """`game` and `variant` are slugs, empty where the tables choose; `hands` and `minutes` are None for no such end.

    `confirm` is what both sides confirm (`ledger.CONFIRMED`), or empty.
    """

    game: str = ""
    variant: str = ""
    hands: int | None = None
    minutes: int | None = None
    confirm: str = ""


def defaults_of(night: Night) -> Defaults:
    """What was agreed for a night."""
    return Defaults(**{name: night.defaults[name] for name in Defaults._fields if name in night.defaults})


def read_defaults(preset: str, hands: str, minutes: str, confirm: str) -> Defaults:
    """Defaults as they were typed; `preset` is `game/variant`. Raises Refusal naming the field that is wrong."""
    slug, _slash, variant = preset.partition("/")
    game = find_game(slug)
    chosen = game.preset(variant or None) if game else None
    if slug and (game is None or chosen is None):
        raise refuse("preset", None, _("Unknown game; choose one from the list"))
    made = Defaults(
        game=game.slug if game else "",
        variant=chosen["slug"] if chosen else "",
        hands=_number("hands", hands, 999, _("Choose 1 to {longest} hands")),
        minutes=_number("minutes", minutes, LONGEST_MINUTES, _("Choose 1 to {longest} minutes")),
        confirm=confirm if confirm in CONFIRMED else "",
    )
    if game and chosen and made.hands is not None:
        _check_hands(game, chosen, made.hands)
    return made


def _number(field: str, text: str, longest: int, wrong: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= longest):
        raise refuse(field, None, wrong, longest=longest)
    return int(text)


def _check_hands(game: Game, preset: dict[str, Any], hands: int) -> None:
    checks = Checks({"options": {HANDS: hands}})
    read_options(checks, game, preset)
    if checks.problems:
        raise refuse("hands", None, _("{game} can’t be played for this many hands; leave it blank"), game=game.title)


def table_of(sitting: Sitting) -> tuple[Night, NightTable] | None:
    """The night that a sitting belongs to, and its table there."""
    found = select(Night, NightTable).join(NightTable, NightTable.night_id == Night.id)
    row = db.session.execute(found.where(NightTable.sitting_id == sitting.id)).first()
    return (row.Night, row.NightTable) if row else None


def with_defaults(sitting: Sitting, asked: Mapping[str, str], last: Setup | None) -> StartForm:
    """The form of a sitting's next match: as the night has it, where it belongs to one, and nothing else is `asked`.

    Who plays follows the sitting's `last` match; in the first one the people who were to sit there.
    """
    found = table_of(sitting)
    if found is None:
        return blank_form(dict(asked), last)
    night, table = found
    agreed = defaults_of(night)
    wanted = {"game": agreed.game, "variant": agreed.variant} if agreed.game else {}
    wanted |= asked
    form = blank_form(wanted, last)
    if last is None and table.names and "shape" not in asked:
        shape = next((each for each in form.shapes if each[0] * each[1] == len(table.names)), form.shape)
        form = blank_form({**wanted, "shape": shape_text(shape)})
    if last is None:
        form.typed.update({seat.path: name for seat, name in zip(form.seats, table.names, strict=False)})
    _agree(form, agreed)
    return form


def _agree(form: StartForm, agreed: Defaults) -> None:
    option = next((each for each in form.game.options if each["name"] == HANDS), None)
    if option and agreed.hands is not None:
        form.typed.update(option_fields.written(option, agreed.hands))
    if form.preset.get("timed") and agreed.minutes is not None:
        form.typed["minutes"] = str(agreed.minutes)


def with_agreement(sitting: Sitting, form: StartForm) -> dict[str, Any]:
    """The head of the match that the form stands for, with the night's clock and who confirms."""
    head, found = form.head, table_of(sitting)
    agreed = defaults_of(found[0]) if found else Defaults()
    about = {"confirm": agreed.confirm} if agreed.confirm else {}
    if agreed.minutes is not None and not form.preset.get("timed"):
        about["minutes"] = str(agreed.minutes)
    return {**head, "about": {**about, **head.get("about", {})}} if about else head
