ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN due BIGINT;
ALTER TABLE matches ADD COLUMN remind BIGINT;

CREATE INDEX matches_by_due ON matches (due);

CREATE TABLE holidays (
    id {serial},
    player TEXT NOT NULL,
    begins BIGINT NOT NULL,
    ends BIGINT NOT NULL
);

CREATE INDEX holidays_by_player ON holidays (player)
