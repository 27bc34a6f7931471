"""The pages of a club. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.views.clubs import (
    approvals,
    audit,
    doors,
    exchange,
    front,
    logo,
    nights,
    people,
    players,
    settlements,
    standings,
    tables,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    doors.bp,
    front.bp,
    logo.bp,
    tables.bp,
    nights.bp,
    standings.bp,
    players.bp,
    exchange.bp,
    people.bp,
    approvals.bp,
    audit.bp,
    settlements.bp,
)
