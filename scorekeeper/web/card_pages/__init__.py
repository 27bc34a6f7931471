"""What the pages for making, opening and keeping cards share: games that players describe themselves."""
