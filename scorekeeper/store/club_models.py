"""The tables of clubs. Like `scorekeeper.store.models`, which they build on, they hold no rules."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Date, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.models import Base, Json, now


class Club(Base):
    """A club; `slug` is its name in addresses. In one that is `approving`, arbiters approve results."""

    __tablename__ = "club"
    __table_args__ = (UniqueConstraint("slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    approving: Mapped[bool] = mapped_column(default=False)
    made_at: Mapped[datetime] = mapped_column(default=now)


class ClubLogo(Base):
    """The picture that stands for a club: a PNG re-encoded from the upload (see `clubs.logos`)."""

    __tablename__ = "club_logo"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    picture: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(32))


class Account(Base):
    """Somebody who can log in. `login` is stored folded, and so is `email`, where notices and a link for a forgotten
    password may be sent; several accounts may share one address. `language` is the locale that counts where a phone has
    none. Where `passkey_too`, the password alone lets nobody in.
    """

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("login"), Index(None, "email"))

    id: Mapped[int] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(80))
    password: Mapped[str] = mapped_column(String(255))
    passkey_too: Mapped[bool] = mapped_column(default=False)
    email: Mapped[str | None] = mapped_column(String(254))
    language: Mapped[str | None] = mapped_column(String(8))
    made_at: Mapped[datetime] = mapped_column(default=now)


class Membership(Base):
    """An account's place in a club; `role` is one of `clubs.accounts.ROLES`. A scorer may be made an `arbiter`."""

    __tablename__ = "membership"
    __table_args__ = (Index(None, "account_id"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    arbiter: Mapped[bool] = mapped_column(default=False)
    since: Mapped[datetime] = mapped_column(default=now)

    club: Mapped[Club] = relationship()
    account: Mapped[Account] = relationship()


class OneTimeLink(Base):
    """A one-time link: an `invite` into a club with a role, or the `reset` of an account's password, also by `mail`.

    Only a digest of its secret is stored, so a stolen database opens nothing.
    """

    __tablename__ = "pass"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "club_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    purpose: Mapped[str] = mapped_column(String(8))
    role: Mapped[str | None] = mapped_column(String(8))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(80), default="")
    made_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]

    club: Mapped[Club] = relationship()
    account: Mapped[Account | None] = relationship()


class SignIn(Base):
    """A session of an account in one browser. Its row ends with it, so a copied cookie opens nothing afterwards.

    Only a digest of its secret is stored. `device` are the names of browser and system, `network` the first part of the
    address it began at. `confirmed_at` is when the password or a passkey was last asked for and given.
    """

    __tablename__ = "sign_in"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "account_id"), Index(None, "seen_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(String(64))
    device: Mapped[str] = mapped_column(String(40))
    network: Mapped[str] = mapped_column(String(40))
    began_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    confirmed_at: Mapped[datetime] = mapped_column(default=now)

    account: Mapped[Account] = relationship()


class Passkey(Base):
    """A WebAuthn credential of an account: `credential` is its id and `public_key` a COSE key, as they were sent.

    `used_at` is when a challenge was last answered with it: only newer challenges count, so that none counts twice.
    """

    __tablename__ = "passkey"
    __table_args__ = (UniqueConstraint("credential"), Index(None, "account_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime | None]

    account: Mapped[Account] = relationship()


class RecoveryCode(Base):
    """A digest of a code that stands in for a lost passkey; its row goes when it is used."""

    __tablename__ = "recovery_code"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)


class ClubGame(Base):
    """A game by the name that its players gave it: what its results are counted under, and what was agreed on it last.

    `listed`: the club's members are offered it for a new match.
    """

    __tablename__ = "club_game"
    __table_args__ = (UniqueConstraint("club_id", "game", "name_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    game: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    variant: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, Any]] = mapped_column(Json)
    listed: Mapped[bool]

    @property
    def key(self) -> str:
        """What stands in place of a game's slug in the club's results and sums."""
        return f"{self.game[:8]}.{self.id}"


class ClubLogLine(Base):
    """One line of a club's own log; lines are added and never touched again.

    `kind` is one of `clubs.log.KINDS`, `about` the names that its sentence speaks of. `actor` is kept as a name,
    so that the line still says who it was when the account has gone.
    """

    __tablename__ = "club_act"
    __table_args__ = (Index("ix_club_act_newest", "club_id", "at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(16))
    about: Mapped[dict[str, Any]] = mapped_column(Json)


class Night(Base):
    """An evening of the club, at several tables.

    `defaults` is what its matches begin with (`clubs.nights.Defaults`). No match begins after `closed_at`.
    `public` is the nonce of the address at which anybody may follow the night; without one there is none.
    """

    __tablename__ = "night"
    __table_args__ = (Index("ix_night_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(80))
    place: Mapped[str] = mapped_column(String(80))
    day: Mapped[date] = mapped_column(Date)
    defaults: Mapped[dict[str, Any]] = mapped_column(Json, default=dict, server_default="{}")
    closed_at: Mapped[datetime | None]
    public: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class NightTable(Base):
    """A table of a night: the sitting that is played at it, and who is to sit there, in the order of play."""

    __tablename__ = "night_table"
    __table_args__ = (UniqueConstraint("sitting_id"),)

    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    names: Mapped[list[str]] = mapped_column(Json, default=list, server_default="[]")


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

    See `clubs.results.ratings`.
    """

    __tablename__ = "rating_owed"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(16), primary_key=True)
    played_at: Mapped[datetime]
    match_id: Mapped[int]


class Series(Base):
    """A championship. `scheme` is how its parts are counted (`clubs.series.Scheme`).

    `public` is the nonce of the address at which anybody may see it; without one there is none.
    """

    __tablename__ = "series"
    __table_args__ = (Index("ix_series_club", "club_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(80))
    scheme: Mapped[dict[str, Any]] = mapped_column(Json)
    public: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class SeriesPart(Base):
    """A part of a series: a tournament or a night; the other one is empty."""

    __tablename__ = "series_part"
    __table_args__ = (UniqueConstraint("series_id", "tournament_id"), UniqueConstraint("series_id", "night_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"))
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournament.id"))
    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))


class Tournament(Base):
    """A tournament of the club. `document` holds all of it (see docs/tournaments.md); what follows is never stored.

    `version` counts the changes of the document, `desk_version` those of the `desk`, which holds what else the evening
    needs (`clubs.tournaments.desk.Desk`). Nothing is changed after `closed_at`. `public` is the nonce of the address at
    which anybody may follow it; without one there is none.
    """

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    day: Mapped[date] = mapped_column(Date)
    place: Mapped[str] = mapped_column(String(80))
    document: Mapped[dict[str, Any]] = mapped_column(Json)
    version: Mapped[int] = mapped_column(default=0)
    desk: Mapped[dict[str, Any]] = mapped_column(Json, default=dict)
    desk_version: Mapped[int] = mapped_column(default=0)
    public: Mapped[str | None] = mapped_column(String(32))
    closed_at: Mapped[datetime | None]
    made_at: Mapped[datetime] = mapped_column(default=now)


class TournamentTable(Base):
    """A table of a round that has a match: the sitting that is played there.

    `called_at`: when it called the arbiter. After `ended_at` it is no table of the tournament any more, as the round
    was taken back or seated anew; a phone without a network may still send hands that were played there. A table of
    the document that has no row here has no match; its result is typed.
    """

    __tablename__ = "tournament_table"
    __table_args__ = (Index("ix_tournament_table_round", "tournament_id", "round", "number"),)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    round: Mapped[int]
    number: Mapped[int]
    called_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class TournamentChange(Base):
    """A line of a tournament's log; lines are added and never touched again.

    `version` is the document's after the change. `kind` is one of `KINDS` in `clubs.tournaments.keeping`; `detail`
    holds what its sentence speaks of. `actor` is kept as a name, as in the club's own log.
    """

    __tablename__ = "tournament_change"
    __table_args__ = (Index("ix_tournament_change_newest", "tournament_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    version: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(32))
    detail: Mapped[dict[str, Any]] = mapped_column(Json)
    reason: Mapped[str] = mapped_column(String(200), default="")
