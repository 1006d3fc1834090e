ALTER TABLE event_tables ADD COLUMN seated INTEGER NOT NULL DEFAULT 1;

UPDATE matches SET rated = 0 WHERE migrated <> '[]';
