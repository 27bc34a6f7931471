"""The tables of clubs: accounts, rosters, nights, results, championships."""

from datetime import date, datetime, time
from typing import Any

from sqlalchemy import BigInteger, Date, ForeignKey, Index, LargeBinary, Time, UniqueConstraint, false, text, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.games.engine.highlights import LEAST_STREAK
from scorekeeper.store.models import Base, Code, CodeJson, FreeJson, FreeText, now


class Club(Base):
    """A club; `slug` is its name in URLs. If `approving`, arbiters approve its results.

    Its season begins on the first of `season_month`. `usual_preset` (`game/variant`), `usual_paper` and
    `sheet_language` are proposed in forms; each is empty if there is no usual one. `president` is printed on papers,
    empty for none. With `circles`, papers have circles that are read from photographs, unless one is printed without.
    `recount_from` is the last sitting whose results were computed again after an upgrade; None if all are.
    `highlights_from` is the last match whose highlights were added after an upgrade; None if all are.
    `calendar` is the nonce of its calendar's address, `standings` of the address of its standings for spreadsheets;
    None if there is none.
    """

    __tablename__ = "club"
    __table_args__ = (UniqueConstraint("slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(Code(40))
    name: Mapped[str] = mapped_column(FreeText(80))
    approving: Mapped[bool] = mapped_column(default=False)
    address: Mapped[str] = mapped_column(FreeText(80), default="", server_default="")
    season_month: Mapped[int] = mapped_column(default=1, server_default="1")
    usual_preset: Mapped[str] = mapped_column(Code(80), default="", server_default="")
    usual_paper: Mapped[str] = mapped_column(Code(8), default="", server_default="")
    sheet_language: Mapped[str] = mapped_column(Code(8), default="", server_default="")
    recount_from: Mapped[int | None]
    highlights_from: Mapped[int | None]
    calendar: Mapped[str | None] = mapped_column(Code(32))
    standings: Mapped[str | None] = mapped_column(Code(32))
    president: Mapped[str] = mapped_column(FreeText(40), default="", server_default="")
    circles: Mapped[bool] = mapped_column(default=True, server_default=true())
    made_at: Mapped[datetime] = mapped_column(default=now)


class ClubLogo(Base):
    """A club's logo: a PNG re-encoded from the upload (see `clubs.club_settings`)."""

    __tablename__ = "club_logo"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    picture: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(Code(32))


class Account(Base):
    """A person who can log in. `login` and `email` are stored case-folded; accounts may share an `email`.

    Notices and links for a forgotten password are sent to `email`. `language` is the locale in browsers that have not
    chosen one. If `passkey_too`, logging in takes the password and a passkey.
    """

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("login"), Index(None, "email"))

    id: Mapped[int] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(Code(80))
    name: Mapped[str] = mapped_column(FreeText(80))
    password: Mapped[str] = mapped_column(Code(255))
    passkey_too: Mapped[bool] = mapped_column(default=False)
    email: Mapped[str | None] = mapped_column(FreeText(254))
    language: Mapped[str | None] = mapped_column(Code(8))
    made_at: Mapped[datetime] = mapped_column(default=now)


class Membership(Base):
    """An account's role in a club, one of `clubs.accounts.ROLES`. A scorer may also be an `arbiter`.

    `player_id` is the account's entry on the roster; None if an owner has not linked them.
    """

    __tablename__ = "membership"
    __table_args__ = (Index(None, "account_id"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    role: Mapped[str] = mapped_column(Code(8))
    arbiter: Mapped[bool] = mapped_column(default=False)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    since: Mapped[datetime] = mapped_column(default=now)

    club: Mapped[Club] = relationship()
    account: Mapped[Account] = relationship()


class OneTimeLink(Base):
    """A link for one use: an `invite` into a club, or a new password (`reset`, or `mail` if sent by mail).

    Only a digest of its secret is stored, so a stolen database opens nothing.
    """

    __tablename__ = "pass"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "club_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    purpose: Mapped[str] = mapped_column(Code(8))
    role: Mapped[str | None] = mapped_column(Code(8))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(Code(64))
    label: Mapped[str] = mapped_column(FreeText(80), default="")
    made_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]

    club: Mapped[Club] = relationship()
    account: Mapped[Account | None] = relationship()


class SignIn(Base):
    """A login session in one browser. Its row is deleted when it ends, so that a copied cookie is useless.

    Only a digest of its secret is stored. `device` names browser and system, `network` is the first part of the IP
    address at log-in. `confirmed_at` is the time of the last confirmation by password or passkey.
    """

    __tablename__ = "sign_in"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "account_id"), Index(None, "seen_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(Code(64))
    device: Mapped[str] = mapped_column(Code(40))
    network: Mapped[str] = mapped_column(Code(40))
    began_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    confirmed_at: Mapped[datetime] = mapped_column(default=now)

    account: Mapped[Account] = relationship()


class Passkey(Base):
    """A WebAuthn credential of an account: `credential` is its id, `public_key` a COSE key, both as received.

    `used_at` is when it was last used: only challenges made after that are accepted, so none can be replayed.
    """

    __tablename__ = "passkey"
    __table_args__ = (UniqueConstraint("credential"), Index(None, "account_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(FreeText(40))
    made_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime | None]

    account: Mapped[Account] = relationship()


class RecoveryCode(Base):
    """The digest of a one-time code for log-in without a passkey; its row is deleted when the code is used."""

    __tablename__ = "recovery_code"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(Code(64), primary_key=True)


class ClubGame(Base):
    """A club's own version of a game: its name, and the variant and options agreed last.

    Its results are counted separately. If `listed`, members are offered it for a new match.
    """

    __tablename__ = "club_game"
    __table_args__ = (UniqueConstraint("club_id", "game", "name_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    game: Mapped[str] = mapped_column(Code(16))
    name: Mapped[str] = mapped_column(FreeText(40))
    name_key: Mapped[str] = mapped_column(FreeText(160))
    variant: Mapped[str] = mapped_column(Code(32))
    options: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    listed: Mapped[bool]

    @property
    def key(self) -> str:
        """The key of this game in the club's results and sums, in place of a game's slug."""
        return f"{self.game[:8]}.{self.id}"


class ClubLogLine(Base):
    """A line of a club's log; lines are never changed, except to erase a name.

    `kind` is one of `clubs.log.KINDS`, `about` holds the values for its sentence. `actor` is stored as a name, so
    that it can still be shown after the account was deleted.
    """

    __tablename__ = "club_act"
    __table_args__ = (Index("ix_club_act_newest", "club_id", "at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(FreeText(80))
    kind: Mapped[str] = mapped_column(Code(16))
    about: Mapped[dict[str, Any]] = mapped_column(FreeJson)


class Night(Base):
    """An evening of the club, at several tables.

    `hour` is when it begins in local time; None if nobody said so.
    `defaults` are the settings of new matches (`clubs.nights.Defaults`). No match can be started after `closed_at`.
    `public` is the nonce of the night's public address; None if the public page is off.
    """

    __tablename__ = "night"
    __table_args__ = (Index("ix_night_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(FreeText(80))
    place: Mapped[str] = mapped_column(FreeText(80))
    day: Mapped[date] = mapped_column(Date)
    hour: Mapped[time | None] = mapped_column(Time)
    defaults: Mapped[dict[str, Any]] = mapped_column(CodeJson, default=dict, server_default="{}")
    closed_at: Mapped[datetime | None]
    public: Mapped[str | None] = mapped_column(Code(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class NightTable(Base):
    """A table of a night: its sitting, and the names of its players in the order of play.

    `preset` is the game of its matches as `game/variant`, empty for the night's own.
    """

    __tablename__ = "night_table"
    __table_args__ = (UniqueConstraint("sitting_id"),)

    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    names: Mapped[list[str]] = mapped_column(FreeJson, default=list, server_default="[]")
    preset: Mapped[str] = mapped_column(Code(80), default="", server_default="")


class RosterList(Base):
    """An import of a list of people into a club's roster, which can be undone.

    `filled` has its changes of existing players: id → field → value before and after, as texts.
    """

    __tablename__ = "roster_list"
    __table_args__ = (Index(None, "club_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    made_at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(FreeText(80))
    filled: Mapped[dict[str, dict[str, list[str]]]] = mapped_column(FreeJson)


class Player(Base):
    """A player on a club's roster. Seats are matched by `name_key`, the folded name, unique in the club.

    A player that was merged into another one (`merged_into`) is kept as a further name of that player. `number` and
    the fields of `clubs.person_details` are for scorers only; `list_id` is the list that added the player.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "name_key"), Index(None, "merged_into"), Index(None, "list_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(FreeText(40))
    name_key: Mapped[str] = mapped_column(FreeText(160))
    number: Mapped[str] = mapped_column(FreeText(20), default="")
    phone: Mapped[str] = mapped_column(FreeText(40), default="")
    email: Mapped[str] = mapped_column(FreeText(254), default="")
    category: Mapped[str] = mapped_column(FreeText(40), default="")
    notes: Mapped[str] = mapped_column(FreeText(500), default="")
    fee_until: Mapped[date | None]
    active: Mapped[bool] = mapped_column(default=True)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    list_id: Mapped[int | None] = mapped_column(ForeignKey("roster_list.id"))
    made_at: Mapped[datetime] = mapped_column(default=now)


class ClubSitting(Base):
    """The club that a sitting belongs to."""

    __tablename__ = "club_sitting"
    __table_args__ = (Index("ix_club_sitting_newest", "club_id", "sitting_id"),)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))


IS_GUEST, HAS_PLAYER = text("player_id IS NULL"), text("player_id IS NOT NULL")


class Result(Base):
    """The result of one seat's player in a match of a club; computed from it (see `clubs.results`).

    `played_at` is on the day of the match's night or tournament, if it has one. `typed` is True if an arbiter's
    result at a tournament replaces the phones' result. `confirmed` is False if both sides have yet to confirm
    the match.

    `player_id` is None for a guest. `games` is the value of the match for the player's side, `games_against` for
    the others; `points_against` is the sum of all other sides. `mu`, `sigma` and `rating` are the player's after
    the match. `streak` counts the player's wins in a row in this game, up to this match; a guest has none.
    """

    __tablename__ = "result"
    __table_args__ = (
        # Ratings are computed for each game from match to match.
        Index("ix_result_rated", "club_id", "game", "played_at", "match_id"),
        # Sums of a period only read this index: one range for each player and game.
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
            sqlite_where=HAS_PLAYER,
            postgresql_where=HAS_PLAYER,
        ),
        # A player's results of all games, in the order of play.
        Index(
            "ix_result_in_order",
            "player_id",
            "played_at",
            "match_id",
            "game",
            "won",
            "lost",
            "games",
            "points_for",
            "points_against",
            sqlite_where=HAS_PLAYER,
            postgresql_where=HAS_PLAYER,
        ),
        # Guests by name, because they have no player, and their names as last written.
        Index(
            "ix_result_guest",
            "club_id",
            "name_key",
            "played_at",
            "name",
            sqlite_where=IS_GUEST,
            postgresql_where=IS_GUEST,
        ),
        # The archive reads the rows of the first seats, newest match first.
        Index("ix_result_newest", "club_id", "seat", "played_at", "match_id", "game"),
        # The longest streaks of a club are last.
        Index(
            "ix_result_streak",
            "club_id",
            "game",
            "streak",
            "played_at",
            "match_id",
            sqlite_where=text(f"streak >= {LEAST_STREAK}"),
            postgresql_where=text(f"streak >= {LEAST_STREAK}"),
        ),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    name: Mapped[str] = mapped_column(FreeText(40))
    name_key: Mapped[str] = mapped_column(FreeText(160))
    side: Mapped[int]
    game: Mapped[str] = mapped_column(Code(16))
    played_at: Mapped[datetime]
    won: Mapped[int]
    lost: Mapped[int]
    games: Mapped[int]
    games_against: Mapped[int]
    points_for: Mapped[int]
    points_against: Mapped[int]
    typed: Mapped[bool] = mapped_column(default=False, server_default=false())
    confirmed: Mapped[bool] = mapped_column(default=True, server_default=true())
    mu: Mapped[float]
    sigma: Mapped[float]
    rating: Mapped[int]
    streak: Mapped[int] = mapped_column(default=0, server_default="0")


class Series(Base):
    """A championship. `scheme` defines how its parts are counted (`clubs.series.Scheme`).

    `public` is the nonce of its public address; None if the public page is off.
    """

    __tablename__ = "series"
    __table_args__ = (Index("ix_series_club", "club_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(FreeText(80))
    scheme: Mapped[dict[str, Any]] = mapped_column(CodeJson)
    public: Mapped[str | None] = mapped_column(Code(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class SeriesPart(Base):
    """A part of a championship: either a tournament or a night, the id of the other being None.

    Its points and sums are multiplied by `weight`: 1, 1.5 or 2.
    """

    __tablename__ = "series_part"
    __table_args__ = (UniqueConstraint("series_id", "tournament_id"), UniqueConstraint("series_id", "night_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"))
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournament.id"))
    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))
    weight: Mapped[float] = mapped_column(default=1, server_default="1")
