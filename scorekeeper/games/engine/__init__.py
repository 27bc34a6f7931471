"""Code that all games share: types, checks of entries, playing a match from its document, history, wording."""
