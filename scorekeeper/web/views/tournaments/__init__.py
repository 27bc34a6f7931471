"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import (
    at_match,
    clock,
    following,
    index,
    pairing,
    tables,
    wall,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    index.bp,
    pairing.bp,
    clock.bp,
    wall.bp,
    following.bp,
    tables.bp,
    at_match.bp,
)
