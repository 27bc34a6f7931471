"""The pages of a club. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.clubs import (
    approvals,
    erasing,
    front,
    import_export,
    log_search,
    logo,
    nights,
    papers,
    password_reset,
    people,
    players,
    press,
    season_papers,
    settlements,
    sign_in,
    standings,
    tables,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    sign_in.bp,
    front.bp,
    logo.bp,
    password_reset.bp,
    tables.bp,
    nights.bp,
    papers.bp,
    press.bp,
    season_papers.bp,
    standings.bp,
    players.bp,
    erasing.bp,
    import_export.bp,
    people.bp,
    approvals.bp,
    log_search.bp,
    settlements.bp,
)
