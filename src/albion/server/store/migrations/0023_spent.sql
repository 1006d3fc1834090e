CREATE TABLE spent (
    hash TEXT PRIMARY KEY,
    expires BIGINT NOT NULL
)
