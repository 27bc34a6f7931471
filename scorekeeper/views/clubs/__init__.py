"""The pages of a club. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.views.clubs import (
    approvals,
    audit,
    doors,
    erasing,
    exchange,
    front,
    logo,
    nights,
    papers,
    people,
    players,
    press,
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
    papers.bp,
    press.bp,
    standings.bp,
    players.bp,
    exchange.bp,
    people.bp,
    erasing.bp,
    approvals.bp,
    audit.bp,
    settlements.bp,
)
