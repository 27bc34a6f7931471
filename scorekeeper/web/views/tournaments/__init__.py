"""The views of tournaments. Each module is one blueprint named `bp`."""

from flask import Blueprint

from scorekeeper.web.views.tournaments import index

BLUEPRINTS: tuple[Blueprint, ...] = (index.bp,)
