"""Clubs: accounts and roles, roster, results and standings, nights, the club's log, import and export.

As in the ledger, functions here never commit: the view or command that calls them commits once.
"""
