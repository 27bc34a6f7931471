"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import at_match, index, tables

BLUEPRINTS: tuple[Blueprint, ...] = (index.bp, tables.bp, at_match.bp)
