ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE counted (
    match TEXT PRIMARY KEY,
    nth BIGINT NOT NULL UNIQUE
);

CREATE TABLE results (
    match TEXT NOT NULL,
    nth BIGINT NOT NULL,
    player TEXT NOT NULL,
    seat TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    ended BIGINT NOT NULL,
    public INTEGER NOT NULL,
    mu DOUBLE PRECISION,
    sigma DOUBLE PRECISION,
    dice INTEGER NOT NULL,
    expected DOUBLE PRECISION NOT NULL,
    came DOUBLE PRECISION NOT NULL,
    variance DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE INDEX results_by_player ON results (player, nth);
CREATE INDEX results_by_game ON results (game, seats, nth);

CREATE TABLE profiles (
    handle TEXT PRIMARY KEY,
    player TEXT NOT NULL UNIQUE
);

CREATE TABLE events (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    creator TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    kind TEXT NOT NULL,
    pace TEXT NOT NULL,
    clock TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    round INTEGER NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX events_by_status ON events (status, created);

CREATE TABLE event_players (
    event TEXT NOT NULL,
    player TEXT NOT NULL,
    joined BIGINT NOT NULL,
    gone INTEGER NOT NULL,
    PRIMARY KEY (event, player)
);

CREATE TABLE event_tables (
    event TEXT NOT NULL,
    round INTEGER NOT NULL,
    match TEXT NOT NULL,
    chairs TEXT NOT NULL,
    PRIMARY KEY (event, match)
);
