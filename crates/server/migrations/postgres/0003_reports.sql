-- Reports on finished games, with what made them.
CREATE TABLE reports (
    table_id text   NOT NULL PRIMARY KEY,
    version  text   NOT NULL,
    made     bigint NOT NULL,
    body     text   NOT NULL
);
