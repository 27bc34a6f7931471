"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import door, entrant, entries, files, index

BLUEPRINTS: tuple[Blueprint, ...] = (index.bp, entries.bp, entrant.bp, door.bp, files.bp)
