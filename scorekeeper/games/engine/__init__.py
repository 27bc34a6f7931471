"""What the games share: shapes, checks of entries, a match from its document to its result, and its history."""
