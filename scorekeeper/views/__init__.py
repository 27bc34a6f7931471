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
    over,
    rules,
    share,
    sheets,
    sittings,
    start,
    sync,
    table,
)
from scorekeeper.views.clubs import BLUEPRINTS as CLUB_BLUEPRINTS

BLUEPRINTS: tuple[Blueprint, ...] = (
    home.bp,
    start.bp,
    sittings.bp,
    matches.bp,
    hands.bp,
    live.bp,
    claims.bp,
    share.bp,
    table.bp,
    sheets.bp,
    over.bp,
    rules.bp,
    engine.bp,
    sync.bp,
    comfort.bp,
    health.bp,
    *CLUB_BLUEPRINTS,
)
