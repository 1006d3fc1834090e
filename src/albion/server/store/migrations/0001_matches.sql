CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    seen BIGINT NOT NULL
);

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    title TEXT NOT NULL,
    creator TEXT NOT NULL,
    pace TEXT NOT NULL,
    public INTEGER NOT NULL,
    sandbox INTEGER NOT NULL,
    fork_of TEXT,
    watch TEXT NOT NULL UNIQUE,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    rev INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    status TEXT NOT NULL,
    turn TEXT,
    since BIGINT NOT NULL,
    outcome TEXT
);

CREATE INDEX matches_by_creator ON matches (creator);
CREATE INDEX matches_by_public ON matches (public, status, changed);

CREATE TABLE seats (
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    player TEXT,
    bot TEXT,
    invite TEXT UNIQUE,
    PRIMARY KEY (match, seat)
);

CREATE INDEX seats_by_player ON seats (player);

CREATE TABLE entries (
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT,
    action TEXT,
    text TEXT,
    step TEXT,
    secret INTEGER NOT NULL,
    forced INTEGER NOT NULL,
    time BIGINT NOT NULL,
    events {blob} NOT NULL,
    PRIMARY KEY (match, seq)
);

CREATE TABLE snapshots (
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    state {blob} NOT NULL,
    PRIMARY KEY (match, seq)
);

CREATE TABLE chat (
    id {serial},
    match TEXT NOT NULL,
    player TEXT NOT NULL,
    time BIGINT NOT NULL,
    text TEXT NOT NULL
);

CREATE INDEX chat_by_match ON chat (match, id);

CREATE TABLE notes (
    match TEXT NOT NULL,
    player TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, player)
);

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
