"""The views. Each module has a blueprint `bp`; some have a second one, for pages that begin with another address.

A view reads the request, calls the ledger or a club's room, and returns the page; `loading` and `saving` do the rest.
No view imports another: what several pages need is below them.
"""

from flask import Blueprint

from scorekeeper.web.views import (
    about,
    arguments,
    board,
    cards,
    claims,
    discovery,
    documents,
    feeds,
    hands,
    home,
    matches,
    openapi,
    past_match,
    preferences,
    proof,
    pwa,
    records,
    rules,
    sheets,
    sittings,
    stakes,
    start,
    sync,
    table,
    trust,
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
    arguments.bp,
    claims.bp,
    table.bp,
    matches.result_bp,
    sheets.bp,
    proof.bp,
    past_match.bp,
    records.bp,
    records.club_bp,
    rules.bp,
    cards.bp,
    cards.club_bp,
    rules.match_bp,
    about.help_bp,
    pwa.bp,
    sync.bp,
    preferences.bp,
    about.bp,
    discovery.bp,
    trust.bp,
    about.health_bp,
    openapi.bp,
    documents.bp,
    pwa.sharing_bp,
    feeds.calendars_bp,
    feeds.spreadsheets_bp,
    *CLUB_BLUEPRINTS,
    *TOURNAMENT_BLUEPRINTS,
)
