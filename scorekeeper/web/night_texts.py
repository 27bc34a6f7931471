"""Texts about nights that several pages show: name and day, public address, and the choices for their settings."""

from collections.abc import Sequence

from scorekeeper.clubs.named_games import KEPT, preset_choices
from scorekeeper.games import GAMES
from scorekeeper.games.engine.declared import Preset
from scorekeeper.games.engine.game import Game
from scorekeeper.i18n import _, format_date, gettext, say
from scorekeeper.ledger import CONFIRMED
from scorekeeper.store.club_models import Club, Night
from scorekeeper.web.public_address import address_of


def default_choices(
    club: Club | None = None, usual: str = "", own: Sequence[tuple[str, str]] = ()
) -> dict[str, object]:
    """Returns the choices of a night's default settings: presets by game, and things that players must confirm.

    Presets are lists of value and text, named by their game. The `usual` one, if any, comes first of all, then the
    games that the club keeps, with `own` before them.
    """
    by_game = [(_("Our own games"), [*own, *preset_choices(club)])] if club else []
    by_game += [(_(game.title), _presets_of(game)) for game in GAMES]
    first = [choice for _title, of_game in by_game for choice in of_game if choice[0] == usual]
    others = [(title, [choice for choice in of_game if choice not in first]) for title, of_game in by_game]
    presets = [(title, of_game) for title, of_game in [(_("Usual here"), first), *others] if of_game]
    confirmed = dict(zip(CONFIRMED, (_("Every hand"), _("Only the result")), strict=True))
    return {"presets": presets, "confirmed": [("", _("Off")), *confirmed.items()]}


def _presets_of(game: Game) -> list[tuple[str, str]]:
    """Returns the choices of a game: its presets, or the games on its shelf."""
    if game.shelf:
        return [(f"{game.slug}/{each['variant']}", gettext(each["name"])) for each in game.shelf]
    return [preset_choice(game, preset) for preset in game.presets]


def preset_choice(game: Game, preset: Preset) -> tuple[str, str]:
    """Returns a preset’s value in forms, e.g. “truco/paulista”, and its name: the game, then the variant."""
    if preset["slug"].startswith(KEPT):
        return f"{game.slug}/{preset['slug']}", preset["title"]
    title = game.called(preset["slug"], say)
    variant = game.variant_title(preset["slug"], say)
    text = f"{title}{_(': ')}{variant}" if variant else title
    return f"{game.slug}/{preset['slug']}", text


PURPOSE = "night"  # length of the signature in a public address


def public_address(night: Night) -> str:
    """Returns the address of the night's public page; empty if it is off."""
    return address_of("nights.public", PURPOSE, night)


def title_of(night: Night) -> str:
    """Returns a night's name and date, with its hour."""
    day = format_date(night.day, "long", night.hour)
    return f"{night.name} · {day}" if night.name else day
