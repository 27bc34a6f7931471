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
    lost,
    nights,
    papers,
    people,
    players,
    press,
    season_papers,
    settlements,
    standings,
    tables,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    doors.bp,
    front.bp,
    logo.bp,
    lost.bp,
    tables.bp,
    nights.bp,
    papers.bp,
    press.bp,
    season_papers.bp,
    standings.bp,
    players.bp,
    erasing.bp,
    exchange.bp,
    people.bp,
    approvals.bp,
    audit.bp,
    settlements.bp,
)
