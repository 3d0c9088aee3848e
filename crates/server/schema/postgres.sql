-- A table is its events and nothing else. The key decides every race between processes.
CREATE TABLE events (
    table_id text   NOT NULL,
    sequence bigint NOT NULL,
    at       bigint NOT NULL,
    version  int    NOT NULL,
    body     text   NOT NULL,
    PRIMARY KEY (table_id, sequence)
);

-- What lists and timers need to know without reading events; written with them. `driver` is the
-- process that makes the table's own steps, as long as that process is up.
CREATE TABLE tables (
    id       text    NOT NULL PRIMARY KEY,
    sequence bigint  NOT NULL,
    game     text    NOT NULL,
    public   boolean NOT NULL,
    status   text    NOT NULL,
    changed  bigint  NOT NULL,
    due      bigint,
    summary  text    NOT NULL,
    driver   text
) WITH (fillfactor = 70);
CREATE INDEX tables_public ON tables (changed) WHERE public;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE sitters (
    visitor  text NOT NULL,
    table_id text NOT NULL,
    PRIMARY KEY (visitor, table_id)
);
CREATE INDEX sitters_table ON sitters (table_id);

-- A visitor is known by the hash of the secret that their cookie holds.
CREATE TABLE visitors (
    id   text NOT NULL PRIMARY KEY,
    name text NOT NULL
);

CREATE TABLE transfers (
    code     text   NOT NULL PRIMARY KEY,
    table_id text   NOT NULL,
    visitor  text   NOT NULL,
    expires  bigint NOT NULL
);

-- The processes that are up, by the database's own clock: machines may differ about the time.
CREATE TABLE processes (
    id    text        NOT NULL PRIMARY KEY,
    until timestamptz NOT NULL
);

-- Who has a page of a table open, and where. Nothing is lost if a crash of the database empties it.
CREATE UNLOGGED TABLE present (
    process  text NOT NULL,
    table_id text NOT NULL,
    visitor  text NOT NULL,
    PRIMARY KEY (table_id, process, visitor)
);
CREATE INDEX present_process ON present (process);

-- When a server was last known to be up, and when none was: that time is on nobody's clock.
CREATE TABLE pulse (
    one int    NOT NULL PRIMARY KEY CHECK (one = 1),
    at  bigint NOT NULL
);
CREATE TABLE outages (
    since bigint NOT NULL,
    until bigint NOT NULL
);
CREATE INDEX outages_until ON outages (until);
-- What the servers keep to themselves: the key that signs visitors' cookies.
CREATE TABLE secrets (
    name  text NOT NULL PRIMARY KEY,
    value text NOT NULL
);
-- Reports on finished games, with what made them.
CREATE TABLE reports (
    table_id text   NOT NULL PRIMARY KEY,
    version  text   NOT NULL,
    made     bigint NOT NULL,
    body     text   NOT NULL
);
-- Texts that people keep apart from tables, such as studies. Whoever writes names the version that they knew.
CREATE TABLE documents (
    kind    text   NOT NULL,
    id      text   NOT NULL,
    version bigint NOT NULL,
    changed bigint NOT NULL,
    body    text   NOT NULL,
    PRIMARY KEY (kind, id)
);
