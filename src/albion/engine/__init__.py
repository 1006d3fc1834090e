"""The machinery of any game; no game's word appears here."""
