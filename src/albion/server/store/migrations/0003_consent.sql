ALTER TABLE matches ADD COLUMN proposal TEXT;
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT 'new';
UPDATE matches SET origin = 'fork' WHERE fork_of IS NOT NULL;
UPDATE matches SET origin = 'import' WHERE fork_of IS NULL AND sandbox = 1;
ALTER TABLE entries ADD COLUMN player TEXT;
ALTER TABLE chat ADD COLUMN kind TEXT NOT NULL DEFAULT 'say';

CREATE TABLE sittings (
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    player TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (match, seat, player)
);

INSERT INTO sittings SELECT match, seat, player, 0 FROM seats WHERE player IS NOT NULL;
