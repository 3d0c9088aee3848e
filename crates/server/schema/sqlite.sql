-- A table is its events and nothing else. The key decides every race between writers.
CREATE TABLE events (
    table_id TEXT    NOT NULL,
    sequence INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;

-- What lists and timers need to know without reading events; written with them.
CREATE TABLE tables (
    id       TEXT    NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    public   INTEGER NOT NULL,
    status   TEXT    NOT NULL,
    changed  INTEGER NOT NULL,
    due      INTEGER,
    summary  TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_public ON tables (changed) WHERE public = 1;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE sitters (
    visitor  TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (visitor, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitters_table ON sitters (table_id);

-- A visitor is known by the hash of the secret that their cookie holds.
CREATE TABLE visitors (
    id   TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    code     TEXT    NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL,
    visitor  TEXT    NOT NULL,
    expires  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When a server was last known to be up, and when none was: that time is on nobody's clock.
CREATE TABLE pulse (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
CREATE TABLE outages (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX outages_until ON outages (until);
-- What this server keeps to itself: the key that signs visitors' cookies.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Reports on finished games, with what made them.
CREATE TABLE reports (
    table_id TEXT    NOT NULL PRIMARY KEY,
    version  TEXT    NOT NULL,
    made     INTEGER NOT NULL,
    body     TEXT    NOT NULL
);
-- Texts that people keep apart from tables, such as studies. Whoever writes names the version that they knew.
CREATE TABLE documents (
    kind    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
