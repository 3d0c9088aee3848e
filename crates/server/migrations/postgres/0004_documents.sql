-- Texts that people keep apart from tables, such as studies. Whoever writes names the version that they knew.
CREATE TABLE documents (
    kind    text   NOT NULL,
    id      text   NOT NULL,
    version bigint NOT NULL,
    changed bigint NOT NULL,
    body    text   NOT NULL,
    PRIMARY KEY (kind, id)
);
