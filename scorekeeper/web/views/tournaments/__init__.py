"""The views of tournaments. Each module has one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import (
    cash,
    chat_texts,
    door,
    embedded,
    entries,
    forbidden,
    index,
    pairing,
    papers,
    players_page,
    registering,
    registrations,
    results,
    scanner,
    slip_photographs,
    standings,
    tables,
    typed_results,
    wall,
    what_if,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    index.bp,
    entries.bp,
    door.bp,
    registrations.bp,
    registering.bp,
    chat_texts.bp,
    cash.bp,
    forbidden.bp,
    pairing.bp,
    results.bp,
    typed_results.bp,
    slip_photographs.bp,
    scanner.bp,
    tables.bp,
    standings.bp,
    wall.bp,
    players_page.bp,
    embedded.bp,
    papers.bp,
    what_if.bp,
)
