-- When no server was running: a holiday at that time saves nobody time that was not counted anyway.
CREATE TABLE outages (
    begins BIGINT NOT NULL,
    ends BIGINT NOT NULL
);

-- Long matches that are being written, their log first: what a crash leaves of one is found by this.
CREATE TABLE drafts (
    match TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);

DELETE FROM entries WHERE match NOT IN (SELECT id FROM matches);

-- How often it was handed over to a service that cannot recognise a message it has had already.
ALTER TABLE outbox ADD COLUMN handed INTEGER NOT NULL DEFAULT 0
