"""A tournament's money: entry fees of members and guests, payments, and prizes. For scorers only.

The settings are a part of the desk. Amounts are stored exactly and read as people type them: in JSON an amount is a
whole number, or a text with two decimals, e.g. "2.50"; never a float. Sums are in cents of a currency that is only a
text.

Decision: the pool of prizes is shared in units of `step` by the method of the largest remainder, equal remainders going
to the better place; what is left of the pool below one unit goes to the first prize.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs import results
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.entries import people_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.clubs.tournaments.presence import played_ids
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, decimal_sign, format_amount, format_number, ngettext
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.fields import Fields

FIELDS = ("member", "guest", "per", "currency", "percent", "shares", "step")
LONGEST_CURRENCY = 8
MOST_PRIZES = 30
PER = ("player", "entrant")
Settings = dict[str, Any]
CENTS = 100  # of one unit of the currency
WHOLE = 100  # percent


class Due(NamedTuple):
    """An entrant's fee: the number of `members` and `guests` among its players, and the amount in cents and as text."""

    entrant: int
    name: str
    members: int
    guests: int
    amount: int
    text: str
    paid: bool


class Cash(NamedTuple):
    """A tournament's money: a sentence, e.g. “18 players × 10 €: 170 € of 180 €”, and amounts as texts.

    `collected` is what is paid of `due`, `missing` the rest; `pool` is divided into `prizes`, the first prize first.
    """

    sentence: str
    collected: str
    due: str
    missing: str
    pool: str
    prizes: tuple[str, ...]
    dues: tuple[Due, ...]


def read_settings(fields: Fields) -> Settings:
    """Returns checked settings; adds problems to `fields`. Without a guests' fee all pay the same."""
    fields.only(FIELDS)
    shares = fields.list_of("shares")
    for at, share in enumerate(shares):
        fields.is_good_number(f"shares.{at}", None, share, 1, WHOLE)
    if len(shares) > MOST_PRIZES:
        fields.refuse("shares", None, N_("Enter at most {most} shares"), most=MOST_PRIZES)
    elif shares and not fields.problems and sum(shares) != WHOLE:
        fields.refuse("shares", None, N_("The shares add up to {sum} percent, not 100"), sum=sum(shares))
    return {
        "member": read_amount(fields, "member", 0),
        "guest": read_amount(fields, "guest", 0) if fields.has_value("guest") else None,
        "per": fields.choice_or("per", None, PER),
        "currency": fields.text("currency", LONGEST_CURRENCY) if fields.mapping.get("currency") else "",
        "percent": fields.whole_or("percent", None, WHOLE, 0, WHOLE),
        "shares": shares,
        "step": read_amount(fields, "step", 1) if fields.has_value("step") else 1,
    }


def set_cash(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Stores the settings, or removes them if `values` is empty. The caller commits. Raises Refusal."""
    fields = Fields(dict(values))
    settings = read_settings(fields) if values else {}
    if fields.problems:
        raise Refusal(fields.problems)
    fee = _fees(settings) if settings else ""
    change_desk(tournament, lambda desk: {**desk, "cash": settings, "fee": fee})


def _fees(settings: Settings) -> str:
    """Returns the fees as a short text: “8 € / 10 €”, members first."""
    fees = (settings["member"], settings["guest"])
    return " / ".join(_money(settings, cents_of(fee)) for fee in fees if fee is not None)


def _money(settings: Settings, cents: int) -> str:
    return f"{format_cents(cents)}\N{NO-BREAK SPACE}{settings['currency']}".strip()


def cash_of(tournament: Tournament) -> Cash | None:
    """Returns the tournament's money in the current language; None if no fee is set."""
    desk = desk_of(tournament)
    settings = desk["cash"]
    if not settings:
        return None
    dues = _dues(tournament, desk, settings)
    due, collected = (sum(row.amount for row in rows) for rows in (dues, [row for row in dues if row.paid]))
    pool = pool_of(collected, settings["percent"], _coin(settings)) if settings["shares"] else 0
    prizes = split_pool(pool, settings["shares"], cents_of(settings["step"]))
    return Cash(
        sentence=_sentence(settings, dues, _money(settings, collected), _money(settings, due)),
        collected=_money(settings, collected),
        due=_money(settings, due),
        missing=_money(settings, due - collected),
        pool=_money(settings, pool),
        prizes=tuple(_money(settings, prize) for prize in prizes),
        dues=tuple(dues),
    )


def _coin(settings: Settings) -> int:
    """Returns the unit to which the pool is rounded down, in cents: 100, or 1 if a fee or the step has cents."""
    amounts = (settings["member"], settings["guest"], settings["step"])
    return 1 if any(isinstance(amount, str) for amount in amounts) else CENTS


def _dues(tournament: Tournament, desk: Desk, settings: Settings) -> list[Due]:
    """Returns each entrant's fee, in the order of entry, except entrants who withdrew unpaid before playing.

    Decision: members are the players on the club's roster; an entrant with a guest pays the guests' fee per entrant.
    """
    document = tournament.document
    names = {name for entrant in document["entrants"] for name in entrant["players"]}
    on_roster = results.players_of(db.session, tournament.club_id, names)
    played, paid, rows = played_ids(document), set(desk["paid"]), []
    for entrant in document["entrants"]:
        number = entrant["id"]
        if entrant.get("out") and number not in played | paid:
            continue
        members = sum(results.name_key(name) in on_roster for name in entrant["players"])
        guests = len(entrant["players"]) - members
        amount = _amount(settings, members, guests)
        rows.append(
            Due(number, entrant["name"], members, guests, amount, _money(settings, amount), paid=number in paid)
        )
    return rows


def fees_due(tournament: Tournament) -> dict[str, date]:
    """Returns the entered members whose fee is not paid until the tournament's day, with the last day that is paid."""
    players = {name for entrant in tournament.document["entrants"] for name in people_of(entrant)}
    ids = results.players_of(db.session, tournament.club_id, players)
    due = select(Player.id, Player.fee_until).where(
        Player.club_id == tournament.club_id, Player.fee_until < tournament.day
    )
    until = {row.id: row.fee_until for row in db.session.execute(due)}
    by_name = {name: ids.get(results.name_key(name)) for name in players}
    return {name: until[player] for name, player in by_name.items() if player in until}


def _amount(settings: Settings, members: int, guests: int) -> int:
    member = cents_of(settings["member"])
    guest = member if settings["guest"] is None else cents_of(settings["guest"])
    if settings["per"] == "entrant":
        return guest if guests else member
    return members * member + guests * guest


def _sentence(settings: Settings, dues: list[Due], collected: str, due: str) -> str:
    is_per_player = settings["per"] == "player"
    members = sum(row.members if is_per_player else not row.guests for row in dues)
    guests = sum(row.guests if is_per_player else bool(row.guests) for row in dues)
    is_same = settings["guest"] is None or not guests
    paid = {"fee": _money(settings, cents_of(settings["member"])), "paid": collected, "due": due}
    if is_same and is_per_player:
        return ngettext(
            "%(num)s player × %(fee)s: %(paid)s of %(due)s",
            "%(num)s players × %(fee)s: %(paid)s of %(due)s",
            members + guests,
            **paid,
        )
    if is_same:
        return ngettext(
            "%(num)s entry × %(fee)s: %(paid)s of %(due)s",
            "%(num)s entries × %(fee)s: %(paid)s of %(due)s",
            members + guests,
            **paid,
        )
    texts = {**paid, "members": members, "guests": guests, "other": _money(settings, cents_of(settings["guest"]))}
    if is_per_player:
        return _("Members: %(members)s × %(fee)s, guests: %(guests)s × %(other)s. %(paid)s of %(due)s", **texts)
    return _("Entries: %(members)s × %(fee)s, with guests: %(guests)s × %(other)s. %(paid)s of %(due)s", **texts)


LARGEST = 1_000_000
EXACT = re.compile(r"[0-9]{1,7}\.[0-9]{2}")
# At most nine digits, perhaps in groups of three, then one or two decimals after another separator. Three digits after
# a separator are thousands in every language, as in all other fields.
TYPED = re.compile(
    r"([0-9]{1,7}|[0-9]{1,3}(?:(?P<group>[ .,'\u2019\u00a0\u202f])[0-9]{3}){1,2})(?:(?!(?P=group))[.,]([0-9]{1,2}))?"
)
Amount = int | str


def cents_of(amount: Amount) -> int:
    """Returns a stored amount in cents."""
    if isinstance(amount, int):
        return amount * CENTS
    whole, _point, cents = amount.partition(".")
    return int(whole) * CENTS + int(cents)


def amount_of(cents: int) -> Amount:
    """Returns a number of cents as a stored amount: 8, or "2.50"."""
    whole, rest = divmod(cents, CENTS)
    return f"{whole}.{rest:02}" if rest else whole


def typed_amount(text: str, field: str) -> Amount:
    """Parses a typed amount, with a decimal point or comma: 8, 2,50 or 1.500,00. Raises Refusal at `field`."""
    match = TYPED.fullmatch(text)
    if match is None:
        raise refuse(field, None, N_("This must be an amount, such as 8 or {example}"), example=format_cents(250))
    whole = int("".join(char for char in match[1] if char.isdecimal()))
    return amount_of(whole * CENTS + int((match[3] or "").ljust(2, "0")))


def read_amount(fields: Fields, name: str, least: int) -> Amount | None:
    """Returns the field's amount, of at least `least` cents; None if it is missing or refused."""
    value = fields.mapping.get(name)
    if not isinstance(value, str):
        return fields.whole(name, None, -(-least // CENTS), LARGEST)
    if EXACT.fullmatch(value) and least <= cents_of(value) <= LARGEST * CENTS:
        return amount_of(cents_of(value))
    fields.refuse(name, None, N_("This must be an amount, such as 8 or {example}"), example="2.50")
    return None


def format_cents(cents: int) -> str:
    """Returns an amount of cents in the current language: 8 or 2,50."""
    return format_amount(cents, 2) if cents % CENTS else format_number(cents // CENTS)


def as_typed(amount: Amount) -> str:
    """Returns a stored amount as people type it in the current language."""
    return str(amount).replace(".", decimal_sign())


def pool_of(collected: int, percent: int, coin: int) -> int:
    """Returns the pool for prizes: `percent` of the collected money, rounded down to a multiple of `coin`."""
    return collected * percent // WHOLE // coin * coin


def split_pool(pool: int, shares: Sequence[int], step: int) -> list[int]:
    """Returns the prizes, first prize first; `shares` are percentages that add up to 100, `step` is at least 1.

    Every prize but the first is a multiple of `step`.
    """
    if not shares:
        return []
    units = pool // step
    exact = [divmod(units * share, WHOLE) for share in shares]
    prizes = [whole for whole, _rest in exact]
    by_remainder = sorted(range(len(shares)), key=lambda place: -exact[place][1])
    for place in by_remainder[: units - sum(prizes)]:
        prizes[place] += 1
    amounts = [prize * step for prize in prizes]
    amounts[0] += pool - units * step
    return amounts
