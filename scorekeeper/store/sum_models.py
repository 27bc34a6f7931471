"""The tables of sums that are kept beside a club's results, and of ratings that are owed (see `clubs.results`)."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Code, CodeText, FreeText


class Sums:
    """A mixin with columns for sums of results."""

    played: Mapped[int] = mapped_column(sort_order=1)
    won: Mapped[int] = mapped_column(sort_order=1)
    lost: Mapped[int] = mapped_column(sort_order=1)
    games: Mapped[int] = mapped_column(sort_order=1)


ALL_GAMES, ALL_YEARS = "", 0  # in Tally


class Tally(Sums, Base):
    """The sums of a player's results in one game or ALL_GAMES, and one year (UTC) or ALL_YEARS.

    Computed from the results (see `clubs.results`). `rating` is the player's after the last of them, null for
    ALL_GAMES. `outcomes` are their letters (W for a win, L for a loss, D for neither) in the order of play; empty for
    ALL_YEARS.
    """

    __tablename__ = "tally"
    __table_args__ = (Index("ix_tally_player", "player_id", "game", "year"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Code(16), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    points_for: Mapped[int] = mapped_column(sort_order=2)
    points_against: Mapped[int] = mapped_column(sort_order=2)
    rating: Mapped[int | None] = mapped_column(sort_order=2)
    outcomes: Mapped[str] = mapped_column(CodeText, default="", server_default="", sort_order=2)


class SpanTally(Sums, Base):
    """The sums of a player's results in all games in half a month, a month or a quarter of a year (UTC).

    `span` is 20264 for the last quarter of 2026, 202611 for November, 2026111 and 2026112 for its halves. Points of
    different games are not added up.
    """

    __tablename__ = "span_tally"
    __table_args__ = ({"sqlite_with_rowid": False},)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    span: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)


NOBODY = 0  # in PairTally: a guest, who has no player


class PairTally(Base):
    """How often a player sat at a table with another one in one year (UTC) or ALL_YEARS, in all games.

    `other_id` is a player, or NOBODY for the guests with this `name_key`, which is empty for players. `beside` is True
    on the same side. `won` counts the matches that `player_id` won.
    """

    __tablename__ = "pair_tally"
    __table_args__ = (  # the most frequent are last
        Index("ix_pair_tally_frequent", "player_id", "year", "beside", "played", "other_id"),
        {"sqlite_with_rowid": False},
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    beside: Mapped[bool] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name_key: Mapped[str] = mapped_column(FreeText(160), primary_key=True)
    played: Mapped[int]
    won: Mapped[int]


class GameTally(Base):
    """The number of matches in one game, in one year (UTC) or ALL_YEARS."""

    __tablename__ = "game_tally"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(Code(16), primary_key=True)
    played: Mapped[int]


class GuestTally(Base):
    """The number of matches of the guests with this folded name."""

    __tablename__ = "guest_tally"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    name_key: Mapped[str] = mapped_column(FreeText(160), primary_key=True)
    played: Mapped[int]


class PartnerTally(Base):
    """How often two roster players won as partners in one game, in one year (UTC) or ALL_YEARS.

    `player_id` is the lower one of both ids.
    """

    __tablename__ = "partner_tally"
    __table_args__ = (  # the most wins are last
        Index(
            "ix_partner_tally_best",
            "club_id",
            "game",
            "year",
            "won",
            "played",
            "player_id",
            "other_id",
        ),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Code(16), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    played: Mapped[int]
    won: Mapped[int]


class MatchHighlight(Base):
    """A highlight of a club's match (see `games.engine.highlights`), computed from its hands.

    A match whose result an arbiter entered differently has none. `played_at` is the same as in its results.
    """

    __tablename__ = "match_highlight"
    __table_args__ = (  # the highest are last
        Index("ix_match_highlight_best", "club_id", "game", "kind", "value", "played_at", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(Code(8), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    game: Mapped[str] = mapped_column(Code(16))
    played_at: Mapped[datetime]
    value: Mapped[int]
    side: Mapped[int | None]
    hand: Mapped[int]


class RatingOwed(Base):
    """The match from which on a game's ratings have yet to be recomputed (see `clubs.results.ratings`)."""

    __tablename__ = "rating_owed"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Code(16), primary_key=True)
    played_at: Mapped[datetime]
    match_id: Mapped[int]
