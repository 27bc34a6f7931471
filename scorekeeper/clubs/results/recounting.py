"""Recounts a club's stored sums and highlights from its results and hands, for `scorekeeper verify`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.clubs.results.pairs import company_in
from scorekeeper.clubs.results.result_rows import in_hands, legs_in_hands
from scorekeeper.clubs.results.sums import COLUMNS, SPANS, SUMS, in_order
from scorekeeper.games import GAMES
from scorekeeper.store.club_models import Club, ClubGame, Player, Result
from scorekeeper.store.sum_models import (
    ALL_GAMES,
    ALL_YEARS,
    GameTally,
    GuestTally,
    MatchHighlight,
    PairTally,
    PartnerTally,
    SpanTally,
    Tally,
)

AT_ONCE = 500  # matches whose hands are read together
Rows = dict[tuple[Any, ...], tuple[Any, ...]]  # by primary key, the other columns


def differences(session: Session, club: Club) -> Iterator[str]:
    """Yields an English sentence for each kind of stored sums or highlights that differs from the results and hands.

    Ignores results that an upgrade has left to be counted in the background.
    """
    if club.recount_from is not None:
        return
    seated = select(Result.match_id).where(Result.club_id == club.id).distinct()
    company = company_in(session, session.scalars(seated).all())
    players = select(Player.id).where(Player.club_id == club.id)
    spans, years = _players_sums(session, club.id)
    for what, kind, whose, expected in (
        ("sums of spans", SpanTally, SpanTally.club_id == club.id, spans),
        ("sums of years", Tally, Tally.club_id == club.id, years),
        ("sums of pairs", PairTally, PairTally.player_id.in_(players), company.pairs),
        ("sums of partners", PartnerTally, PartnerTally.club_id == club.id, company.partners),
        ("sums of games", GameTally, GameTally.club_id == club.id, company.games),
        ("sums of guests", GuestTally, GuestTally.club_id == club.id, company.guests),
    ):
        yield from _compared(what, _stored(session, kind, whose), expected)
    if club.highlights_from is None:
        yield from _compared("highlights", *_highlights(session, club.id))


def _compared(what: str, stored: Mapping[Any, Any], expected: Mapping[Any, Any]) -> Iterator[str]:
    wrong = sum(stored.get(key) != expected.get(key) for key in stored.keys() | expected.keys())
    if wrong:
        yield f"{what}: {wrong} of {len(expected)} rows differ from the results"


def _stored(session: Session, kind: Any, whose: ColumnElement[bool]) -> Rows:
    """Returns the stored rows of a table, split into their primary key and the rest."""
    keys = len(kind.__table__.primary_key)  # they are the first columns
    return {tuple(row[:keys]): tuple(row[keys:]) for row in session.execute(select(kind.__table__).where(whose))}


def _players_sums(session: Session, club: int) -> tuple[Rows, Rows]:
    """Returns the players' sums as SpanTally and Tally store them."""
    columns = [getattr(Result, name) for name in ("player_id", "game", "played_at", "rating", *COLUMNS[1:])]
    query = select(*columns).where(Result.club_id == club, Result.player_id.is_not(None))
    spans: Rows = {}
    years: Rows = {}
    ratings: dict[tuple[Any, ...], int | None] = {}
    outcomes: dict[tuple[Any, ...], str] = {}
    for player, game, played_at, rating, *figures in session.execute(query.order_by(*in_order(Result), Result.rating)):
        for level in SPANS:
            _add(spans, (club, level.number(played_at), player), figures[: len(SUMS) - 1])
        for year in (played_at.year, ALL_YEARS):
            for kind, after in ((game, rating), (ALL_GAMES, None)):
                _add(years, (club, kind, year, player), figures)
                ratings[club, kind, year, player] = after
                letter = "" if year == ALL_YEARS else "W" if figures[0] else "L" if figures[1] else "D"
                outcomes[club, kind, year, player] = outcomes.get((club, kind, year, player), "") + letter
    return spans, {key: (*sums, ratings[key], outcomes[key]) for key, sums in years.items()}


def _add(sums: Rows, key: tuple[Any, ...], figures: Sequence[int]) -> None:
    """Adds one match and its figures to the sums of a key."""
    before = sums.get(key, (0,) * (1 + len(figures)))
    sums[key] = tuple(map(int.__add__, before, (1, *figures)))


def _highlights(session: Session, club: int) -> tuple[Rows, Rows]:
    """Returns the stored highlights, and the highlights recomputed from the stored hands; only for installed games."""
    installed = [game.slug for game in GAMES]
    named = select(ClubGame).where(ClubGame.club_id == club, ClubGame.game.in_(installed))
    keys = [*installed, *(game.key for game in session.scalars(named))]
    stored = _stored(session, MatchHighlight, (MatchHighlight.club_id == club) & MatchHighlight.game.in_(keys))
    whose = (Result.club_id == club, Result.game.in_(keys))
    counted = legs_in_hands(session, *whose) | in_hands(session, *whose)
    expected: Rows = {}
    for start in range(0, len(counted), AT_ONCE):
        some = dict(list(counted.items())[start : start + AT_ONCE])
        for match, found in ledger.highlights_of(session, some).items():
            for each in found:
                expected[match, each["kind"]] = (*some[match], each["value"], each["side"], each["hand"])
    return stored, expected
