"""Clubs: accounts and roles, roster, results and standings, nights, the club's log, import and export.

Like the ledger, functions here never commit: the view or command that calls them does, once.
"""
