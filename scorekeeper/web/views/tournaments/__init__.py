"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import (
    agreed,
    at_match,
    clock,
    deleting,
    door,
    entrant,
    entries,
    files,
    following,
    hall,
    index,
    log,
    pairing,
    papers,
    results,
    rulings,
    standings,
    tables,
    wall,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    index.bp,
    agreed.bp,
    entries.bp,
    entrant.bp,
    door.bp,
    files.bp,
    deleting.bp,
    pairing.bp,
    results.bp,
    rulings.bp,
    tables.bp,
    at_match.bp,
    standings.bp,
    log.bp,
    clock.bp,
    wall.bp,
    following.bp,
    hall.bp,
    papers.bp,
)
