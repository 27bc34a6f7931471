"""The views. Each module has one blueprint `bp`.

A view reads the request, calls the ledger, commits once and redirects.
"""

from flask import Blueprint

from scorekeeper.web.views import (
    about,
    board,
    claims,
    hands,
    health,
    help,
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
    sharing,
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
    help.bp,
    pwa.bp,
    sync.bp,
    preferences.bp,
    about.bp,
    health.bp,
    openapi.bp,
    sharing.bp,
    *CLUB_BLUEPRINTS,
    *TOURNAMENT_BLUEPRINTS,
)
