-- Earlier versions of documents, for an hour after each was replaced. A document's own `changed` is the time of its
-- last change, or of a day on which somebody read it.
CREATE TABLE document_versions (
    kind     text   NOT NULL,
    id       text   NOT NULL,
    version  bigint NOT NULL,
    replaced bigint NOT NULL,
    body     text   NOT NULL,
    PRIMARY KEY (kind, id, version)
);
CREATE INDEX document_versions_replaced ON document_versions (replaced);

-- A day on which the visitor was here.
ALTER TABLE visitors ADD COLUMN seen bigint NOT NULL DEFAULT 0;
UPDATE visitors SET seen = CAST(extract(epoch FROM now()) * 1000 AS bigint);
