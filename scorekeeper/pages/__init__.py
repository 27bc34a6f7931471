"""The forms: what was typed, what it stands for, and what is wrong with it, field by field."""
