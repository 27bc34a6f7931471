"""Which paragraph of the guide explains a page."""

from flask import Flask, url_for

from scorekeeper.web.guide import CONTENTS

# By endpoint, or by blueprint for its other pages: the page of the guide, and the anchor of the paragraph.
PARAGRAPHS = {
    "about": "operators#say-who-you-are",
    "account": "first-club#invite-your-helpers",
    "approvals": "first-club#results-that-an-arbiter-approves",
    "board": "several-phones#on-a-big-screen",
    "calendars": "club-night#in-the-calendar",
    "claims": "arguments#during-a-match",
    "club": "first-club",
    "club_settings": "first-club#the-clubs-details",
    "confirming": "first-club#invite-your-helpers",
    "demonstration": "first-club#set-it-up",
    "engine": "offline#what-works",
    "hands": "first-match#enter-a-hand",
    "hands.correction": "correcting#correct-a-hand",
    "home": "first-match#start",
    "home.history": "results#past-matches",
    "import_export": "first-club#take-everything-with-you",
    "log_search": "what-to-do#something-was-deleted",
    "matches": "first-match#enter-a-hand",
    "matches.needs": "arguments#during-a-match",
    "night_papers": "club-night#after",
    "night_papers.choose": "club-night#on-paper",
    "night_photographs": "club-night#on-paper",
    "nights": "club-night",
    "own_page": "first-club#my-page",
    "past_match": "arguments#without-a-match",
    "people": "first-club#invite-your-helpers",
    "players": "club-players",
    "past_records": "results#past-matches",
    "preferences": "first-match#make-it-yours",
    "preferences.ask_forget": "results#past-matches",
    "preferences.forget": "results#past-matches",
    "print_jobs": "tournament-paper",
    "proof": "scoresheets#does-a-sheet-agree-with-the-record",
    "records": "first-club#standings",
    "registering": "entries-from-home#what-players-do",
    "results": "results#share-a-result",
    "roster_lists": "club-players#add-a-list",
    "rules": "arguments#the-rules",
    "season_papers": "first-club#standings",
    "series": "championship",
    "sharing": "photographs#from-the-share-menu",
    "sheets": "scoresheets#print-a-match",
    "sheets.choose": "scoresheets#blank-sheets",
    "sign_in": "first-club#set-it-up",
    "sittings": "results#the-evening",
    "sittings.share": "several-phones#let-others-in",
    "spreadsheets": "first-club#in-a-spreadsheet",
    "stakes": "results#who-pays-whom",
    "standings": "first-club#standings",
    "start": "first-match#start",
    "table": "several-phones#both-sides-confirm",
    "tournament_cash": "burraco-evening#at-the-door",
    "tournament_chat_texts": "burraco-evening#a-week-before",
    "tournament_door": "burraco-evening#at-the-door",
    "tournament_door.change_hall": "tournament-paper#the-floor-plan",
    "tournament_door.hall_page": "tournament-paper#the-floor-plan",
    "tournament_entries": "burraco-evening#enter-the-pairs",
    "tournament_following": "phones-at-tables#the-players-page",
    "tournament_pairing": "burraco-evening#pair-and-publish",
    "tournament_pairing.ask_back": "what-to-do#a-whole-round-was-wrong",
    "tournament_papers": "tournament-paper#what-to-print-when",
    "tournament_photographs": "photographs#take-the-pictures",
    "tournament_registrations": "entries-from-home#accept-entries",
    "tournament_results": "what-to-do#results",
    "tournament_results.rulings": "what-to-do#a-table-was-slow-or-rude",
    "tournament_standings": "burraco-evening#the-end",
    "tournament_tables": "phones-at-tables#a-tables-own-page",
    "tournament_typed": "tournament-paper#enter-results-from-slips",
    "tournament_wall": "phones-at-tables#on-the-wall",
    "tournaments": "burraco-evening",
    "tournaments.change": "burraco-evening#a-week-before",
    "tournaments.edit": "burraco-evening#a-week-before",
    "tournaments.log_page": "what-to-do#something-was-deleted",
    "tournaments.make": "burraco-evening#a-week-before",
    "tournaments.new": "burraco-evening#a-week-before",
    "webhooks": "first-club#results-in-a-chat",
}


def init_app(app: Flask) -> None:
    """Adds `help_url` to the template globals."""
    app.jinja_env.globals["help_url"] = help_url


def paragraph_of(endpoint: str) -> str:
    """Returns the paragraph that explains the page of an endpoint, as `page#anchor`; the contents if there is none."""
    return PARAGRAPHS.get(endpoint) or PARAGRAPHS.get(endpoint.partition(".")[0], CONTENTS)


def help_url(endpoint: str | None) -> str:
    """Returns the address of the paragraph that explains the page of an endpoint."""
    page, _mark, anchor = paragraph_of(endpoint or "").partition("#")
    if page == CONTENTS:
        return url_for("help.contents")
    return url_for("help.page", name=page, _anchor=anchor or None)
