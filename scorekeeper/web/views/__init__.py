"""The views. Each module has a blueprint `bp`; some have a second one, for pages that begin with another address.

A view reads the request, calls the ledger, commits once and redirects.
"""

from flask import Blueprint

from scorekeeper.web.views import (
    about,
    board,
    claims,
    feeds,
    hands,
    health,
    home,
    match_result,
    matches,
    openapi,
    past_match,
    past_records,
    preferences,
    proof,
    pwa,
    rules,
    sheets,
    sittings,
    stakes,
    start,
    sync,
    table,
)
from scorekeeper.web.views.clubs import BLUEPRINTS as CLUB_BLUEPRINTS
from scorekeeper.web.views.tournaments import BLUEPRINTS as TOURNAMENT_BLUEPRINTS

BLUEPRINTS: tuple[Blueprint, ...] = (
    home.bp,
    start.bp,
    sittings.bp,
    stakes.bp,
    matches.bp,
    hands.bp,
    board.bp,
    claims.bp,
    table.bp,
    match_result.bp,
    sheets.bp,
    proof.bp,
    past_match.bp,
    past_records.bp,
    rules.bp,
    about.help_bp,
    pwa.bp,
    sync.bp,
    preferences.bp,
    about.bp,
    health.bp,
    openapi.bp,
    pwa.sharing_bp,
    feeds.calendars_bp,
    feeds.spreadsheets_bp,
    *CLUB_BLUEPRINTS,
    *TOURNAMENT_BLUEPRINTS,
)
