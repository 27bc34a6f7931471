"""The views of clubs. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.clubs import (
    access,
    account,
    approvals,
    club,
    import_export,
    log_search,
    night_papers,
    nights,
    people,
    players,
    print_jobs,
    season_papers,
    series,
    sign_in,
    standings,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    sign_in.bp,
    access.bp,
    account.bp,
    club.bp,
    nights.bp,
    night_papers.bp,
    print_jobs.bp,
    season_papers.bp,
    standings.bp,
    players.bp,
    import_export.bp,
    people.bp,
    approvals.bp,
    log_search.bp,
    series.bp,
)
