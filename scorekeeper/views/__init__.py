"""The pages. Each module is one blueprint named `bp`; views parse, call the ledger, commit once and redirect."""

from flask import Blueprint

from scorekeeper.views import (
    claims,
    comfort,
    engine,
    hands,
    health,
    home,
    live,
    matches,
    openapi,
    over,
    proof,
    rules,
    share,
    sheets,
    sittings,
    stakes,
    start,
    sync,
    table,
)
from scorekeeper.views.clubs import BLUEPRINTS as CLUB_BLUEPRINTS

BLUEPRINTS: tuple[Blueprint, ...] = (
    home.bp,
    start.bp,
    sittings.bp,
    stakes.bp,
    matches.bp,
    hands.bp,
    live.bp,
    claims.bp,
    share.bp,
    table.bp,
    sheets.bp,
    proof.bp,
    over.bp,
    rules.bp,
    engine.bp,
    sync.bp,
    comfort.bp,
    health.bp,
    openapi.bp,
    *CLUB_BLUEPRINTS,
)
