"""The code that all games share: types, checks of entries, playing of matches, claims, history, texts."""
