-- Earlier versions of documents, for an hour after each was replaced. A document's own `changed` is the time of its
-- last change, or of a day on which somebody read it.
CREATE TABLE document_versions (
    kind     TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    replaced INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (kind, id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_versions_replaced ON document_versions (replaced);

-- A day on which the visitor was here.
ALTER TABLE visitors ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE visitors SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
