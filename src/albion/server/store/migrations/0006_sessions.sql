CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    agent TEXT NOT NULL
);

CREATE INDEX sessions_by_player ON sessions (player);
INSERT INTO sessions SELECT id, id, seen, seen, seen + 15552000000, '' FROM players;

CREATE TABLE recoveries (
    hash TEXT PRIMARY KEY,
    player TEXT NOT NULL UNIQUE,
    created BIGINT NOT NULL
);

CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    public_key {blob} NOT NULL,
    uses BIGINT NOT NULL,
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX passkeys_by_player ON passkeys (player);
