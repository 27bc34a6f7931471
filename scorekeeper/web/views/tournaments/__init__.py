"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import clock, following, index, wall

BLUEPRINTS: tuple[Blueprint, ...] = (index.bp, clock.bp, wall.bp, following.bp)
