"""The views of clubs. Each module has one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.clubs import (
    account,
    approvals,
    club,
    club_access,
    club_settings,
    downloads,
    import_export,
    log_search,
    night_papers,
    night_photographs,
    nights,
    own_page,
    people,
    players,
    roster_lists,
    season_papers,
    series,
    sign_in,
    standings,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    sign_in.bp,
    club_access.bp,
    account.bp,
    club.bp,
    club_settings.bp,
    nights.bp,
    night_papers.bp,
    night_photographs.bp,
    downloads.bp,
    season_papers.bp,
    standings.bp,
    players.bp,
    roster_lists.bp,
    import_export.bp,
    people.bp,
    own_page.bp,
    approvals.bp,
    log_search.bp,
    series.bp,
)
