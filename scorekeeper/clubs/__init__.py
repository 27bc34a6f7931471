"""What a club does beside playing: its people, roster, standings, nights, exports. Like the ledger, nothing commits."""
