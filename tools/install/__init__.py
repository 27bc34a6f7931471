"""Installs what `make run` and `make test` need: Debian packages, `.venv`, locked Python packages.

Runs before anything is installed, so it uses only the standard library, on Python 3.11 or newer.
"""
