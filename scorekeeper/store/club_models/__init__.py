"""The tables of clubs. Like `scorekeeper.store.models`, which they build on, they hold no rules."""

from scorekeeper.store.club_models.accounts import Account, Club, ClubLogo, Membership, OneTimeLink
from scorekeeper.store.club_models.club_log import ClubLogLine
from scorekeeper.store.club_models.games import ClubGame
from scorekeeper.store.club_models.nights import Night, NightTable
from scorekeeper.store.club_models.roster import ClubSitting, MonthTally, Player, RatingOwed, Result, Tally
from scorekeeper.store.club_models.series import Series, SeriesPart
from scorekeeper.store.club_models.sign_ins import Passkey, RecoveryCode, SignIn
from scorekeeper.store.club_models.tournaments import Tournament, TournamentChange, TournamentTable

__all__ = [
    "Account",
    "Club",
    "ClubGame",
    "ClubLogLine",
    "ClubLogo",
    "ClubSitting",
    "Membership",
    "MonthTally",
    "Night",
    "NightTable",
    "OneTimeLink",
    "Passkey",
    "Player",
    "RatingOwed",
    "RecoveryCode",
    "Result",
    "Series",
    "SeriesPart",
    "SignIn",
    "Tally",
    "Tournament",
    "TournamentChange",
    "TournamentTable",
]
