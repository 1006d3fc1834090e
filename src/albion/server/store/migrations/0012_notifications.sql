CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    origin TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (player, kind, address)
);

CREATE INDEX channels_by_address ON channels (address);

CREATE TABLE quiet_times (
    player TEXT PRIMARY KEY,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    zone TEXT NOT NULL,
    wait INTEGER NOT NULL
);

CREATE TABLE outbox (
    id {serial},
    channel TEXT NOT NULL,
    player TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    match TEXT NOT NULL,
    seat TEXT NOT NULL,
    created BIGINT NOT NULL,
    due BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    tries INTEGER NOT NULL,
    UNIQUE (channel, key)
);

CREATE INDEX outbox_by_due ON outbox (due);

CREATE TABLE mail_tokens (
    hash TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires BIGINT NOT NULL
)
