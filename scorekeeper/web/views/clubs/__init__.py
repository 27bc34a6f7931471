"""The views of clubs. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.clubs import (
    approvals,
    club_games,
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
    print_jobs,
    season_papers,
    settlements,
    sign_in,
    standings,
    tables,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    sign_in.bp,
    front.bp,
    club_games.bp,
    logo.bp,
    password_reset.bp,
    tables.bp,
    nights.bp,
    papers.bp,
    print_jobs.bp,
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
