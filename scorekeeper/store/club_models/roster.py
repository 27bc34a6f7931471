"""A club's players, its sittings, and how its finished matches came out for each player."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, now


class Player(Base):
    """Somebody on the roster. `name_key` is the name folded, by which seats are recognised: one of each in a club.

    An entry that was merged into another stays as a further name of that player.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "name_key"), Index(None, "merged_into"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    number: Mapped[str] = mapped_column(String(20), default="")
    active: Mapped[bool] = mapped_column(default=True)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    made_at: Mapped[datetime] = mapped_column(default=now)


class ClubSitting(Base):
    """A sitting that belongs to a club."""

    __tablename__ = "club_sitting"
    __table_args__ = (Index("ix_club_sitting_newest", "club_id", "sitting_id"),)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))


class Result(Base):
    """How a finished match of a club came out for the player of one seat; derived from the match (see `clubs.results`).

    `player_id` is empty for a guest. `games` are what the match was worth to the own side, `games_against` to the
    others; `points_against` adds up all other sides. `mu`, `sigma` and `rating` are the player's after this match.
    """

    __tablename__ = "result"
    __table_args__ = (
        # Ratings follow a game from match to match.
        Index("ix_result_rated", "club_id", "game", "played_at", "match_id"),
        # Sums from day to day read nothing but this index: a stretch of it for each player and game.
        Index(
            "ix_result_player",
            "player_id",
            "game",
            "played_at",
            "match_id",
            "won",
            "lost",
            "games",
            "points_for",
            "points_against",
        ),
        # Guests, who have no player, by their names.
        Index("ix_result_guest", "club_id", "player_id", "name_key", "played_at"),
        # The archive walks along the first seats, the newest match first.
        Index("ix_result_newest", "club_id", "seat", "played_at", "match_id", "game"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    side: Mapped[int]
    game: Mapped[str] = mapped_column(String(16))
    played_at: Mapped[datetime]
    won: Mapped[int]
    lost: Mapped[int]
    games: Mapped[int]
    games_against: Mapped[int]
    points_for: Mapped[int]
    points_against: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]
    rating: Mapped[int]


class Sums:
    """What results add up to."""

    played: Mapped[int] = mapped_column(sort_order=1)
    won: Mapped[int] = mapped_column(sort_order=1)
    lost: Mapped[int] = mapped_column(sort_order=1)
    games: Mapped[int] = mapped_column(sort_order=1)
    points_for: Mapped[int] = mapped_column(sort_order=1)
    points_against: Mapped[int] = mapped_column(sort_order=1)


class Tally(Sums, Base):
    """What a player's results of a game add up to in one year (UTC); derived from them (see `clubs.results`)."""

    __tablename__ = "tally"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(16), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)


class MonthTally(Sums, Base):
    """The same for one month and all games: 202611 is November 2026."""

    __tablename__ = "month_tally"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    month: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)


class RatingOwed(Base):
    """A game whose ratings are to be brought up to date from a match on, in the order of play.

    See `clubs.results.rating_backlog`.
    """

    __tablename__ = "rating_owed"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(16), primary_key=True)
    played_at: Mapped[datetime]
    match_id: Mapped[int]
