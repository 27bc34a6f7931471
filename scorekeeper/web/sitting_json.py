"""A table as JSON for programs: its matches, its stake with the settlement, and for scorers its links."""

from typing import TypedDict

from scorekeeper.clubs.tables import reckon, typed
from scorekeeper.i18n import called
from scorekeeper.ledger import Reckoning
from scorekeeper.store.models import Match
from scorekeeper.web import links
from scorekeeper.web.club_json import MatchJson, match_json, moment
from scorekeeper.web.loading import load_sitting

SHOWN = 100  # newest matches


class LinkJson(TypedDict):
    """A link to the table, with the token in its address; `may` is `score` or `watch`."""

    number: int
    may: str
    label: str
    token: str


class StakeJson(TypedDict):
    """The stake of a game: the amount as it was entered, and its unit."""

    amount: str
    unit: str


class PaymentJson(TypedDict):
    """A payment that settles the table."""

    payer: str
    payee: str
    amount: int


class SettlementJson(TypedDict):
    """Balances by name, and the payments that settle them, in units of the last of `decimals` places."""

    unit: str
    decimals: int
    balances: dict[str, int]
    payments: list[PaymentJson]


class SittingJson(TypedDict):
    """A table with its newest matches, newest first. `links` are all open ones for scorers, else the one in use."""

    name: str
    place: str
    opened: str
    best_of: int
    may_score: bool
    stake: StakeJson | None
    settlement: list[SettlementJson]
    matches: list[MatchJson]
    links: list[LinkJson]


def sitting_at(token: str, **_address: object) -> SittingJson:
    """Returns the table that a link opens; 404 for an unknown link."""
    access = load_sitting(token)
    sitting = access.sitting
    stake = typed(sitting.stake)
    return {
        "name": called(sitting.name),
        "place": sitting.place,
        "opened": moment(sitting.opened_at),
        "best_of": sitting.best_of,
        "may_score": access.may_score,
        "stake": {"amount": stake["amount"], "unit": stake["unit"]} if stake else None,
        "settlement": [_settlement(reckoning) for reckoning in reckon([sitting])],
        "matches": [match_json(match) for match in _newest(sitting.matches)],
        "links": [
            {"number": link.id, "may": link.may, "label": link.label, "token": links.token(link)}
            for link in links.open_links(access)
        ],
    }


def _newest(matches: list[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: -match.number)[:SHOWN]


def _settlement(reckoning: Reckoning) -> SettlementJson:
    return {
        "unit": reckoning.unit[0],
        "decimals": reckoning.unit[1],
        "balances": {called(name): amount for name, amount in reckoning.balances.items()},
        "payments": [
            {"payer": called(payment.payer), "payee": called(payment.payee), "amount": payment.amount}
            for payment in reckoning.payments
        ],
    }
