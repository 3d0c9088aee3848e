-- Reports on finished games, with what made them.
CREATE TABLE reports (
    table_id TEXT    NOT NULL PRIMARY KEY,
    version  TEXT    NOT NULL,
    made     INTEGER NOT NULL,
    body     TEXT    NOT NULL
);
