"""The settings of a club: name, address, president, start of the season, usual game, and how sheets are printed."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.clubs.accounts import tidy_name
from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.roster import LONGEST_NAME
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import LOCALES
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club

LONGEST_ADDRESS = 80  # characters, as of a night's place
MONTHS = range(1, 13)


class Settings(NamedTuple):
    """The settings of a club as texts of a form.

    `month` is the number of the month in which the season begins; `preset` is `game/variant`. `preset`, `paper` and
    `language` are empty if the club has no usual one. `circles` is empty if its slips and sheets are printed without.
    """

    name: str
    address: str = ""
    president: str = ""
    month: str = "1"
    preset: str = ""
    paper: str = ""
    language: str = ""
    circles: str = ""


def settings_of(club: Club) -> Settings:
    """Returns the club's current settings."""
    month = str(club.season_month)
    usual = club.usual_preset, club.usual_paper, club.sheet_language, "1" if club.circles else ""
    return Settings(club.name, club.address, club.president, month, *usual)


def change(club: Club, settings: Settings, papers: Iterable[str]) -> None:
    """Changes the settings, but not the slug in the club's URLs. `papers` are the allowed paper sizes.

    Raises Refusal naming the wrong field.
    """
    name, address, president = tidy_name(settings.name, "name"), tidy(settings.address), tidy(settings.president)
    for field, text, longest in (("address", address, LONGEST_ADDRESS), ("president", president, LONGEST_NAME)):
        if len(text) > longest:
            raise refuse(field, None, _("Enter at most {longest} characters"), longest=longest)
    usual = read_defaults(settings.preset, "", "", "")
    for field, value, choices in (
        ("month", settings.month, [str(month) for month in MONTHS]),
        ("paper", settings.paper, ["", *papers]),
        ("language", settings.language, ["", *LOCALES]),
    ):
        if value not in choices:
            raise refuse(field, None, _("This must be one of: {choices}"), choices=", ".join(filter(None, choices)))
    club.name, club.address, club.president = name, address, president
    club.season_month = int(settings.month)
    club.usual_preset = usual.preset
    club.usual_paper, club.sheet_language = settings.paper, settings.language
    club.circles = bool(settings.circles)
