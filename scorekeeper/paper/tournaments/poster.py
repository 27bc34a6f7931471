"""A tournament's poster: when and where it is, what it costs, and the code that opens the form for entries."""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.clubs.tournaments import words
from scorekeeper.i18n import _
from scorekeeper.paper.model import Letterhead, qr_code
from scorekeeper.paper.tournaments.parts import Invitation, Wanted
from scorekeeper.tournaments.model import Tournament

MOST_TITLE, LEAST_TITLE, TITLE = 5.0, 2.2, 130.0  # sizes of a title, times the type; TITLE is for all its characters


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster. `game` is a line with game, system and scoring."""

    paper: str
    language: str
    title: str
    game: str
    place: str
    invitation: Invitation
    letterhead: Letterhead | None

    @property
    def footer(self) -> str:
        """The title of the file."""
        return self.title

    @property
    def qr(self) -> Markup:
        """The code that opens the form for entries or the players' page."""
        return qr_code(self.invitation.address)

    @property
    def call(self) -> str:
        """What the code is for."""
        return _("Scan to enter") if self.invitation.enters else _("Scan for tables, results and ranking")

    @property
    def size(self) -> float:
        """The size of the title, times the type: smaller for a long one."""
        return round(max(LEAST_TITLE, min(MOST_TITLE, TITLE / max(len(self.title), 1))), 2)

    @property
    def typed(self) -> str:
        """The address without its scheme, for people who type it."""
        return self.invitation.address.split("://", 1)[-1]


def poster(tournament: Tournament, wanted: Wanted) -> Poster:
    """Returns the tournament's poster."""
    invitation = wanted.invitation if wanted.invitation.day else wanted.invitation._replace(day=wanted.day)
    facts = (words.game(tournament), words.system(tournament), words.scoring(tournament.scoring))
    return Poster(
        wanted.paper,
        wanted.language,
        tournament.name or _("Tournament"),
        " · ".join(fact for fact in facts if fact),
        wanted.place,
        invitation,
        wanted.letterhead,
    )
