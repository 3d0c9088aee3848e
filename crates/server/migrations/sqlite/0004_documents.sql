-- Texts that people keep apart from tables, such as studies. Whoever writes names the version that they knew.
CREATE TABLE documents (
    kind    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
