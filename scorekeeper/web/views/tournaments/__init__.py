"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import (
    deleting,
    door,
    entries,
    files,
    index,
    pairing,
    papers,
    players_page,
    results,
    standings,
    tables,
    wall,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    index.bp,
    entries.bp,
    door.bp,
    files.bp,
    deleting.bp,
    pairing.bp,
    results.bp,
    tables.bp,
    standings.bp,
    wall.bp,
    players_page.bp,
    papers.bp,
)
