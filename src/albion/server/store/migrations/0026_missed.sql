-- Rounds that were seated while a player had withdrawn: they bring no half point.
ALTER TABLE event_players ADD COLUMN missed INTEGER NOT NULL DEFAULT 0
