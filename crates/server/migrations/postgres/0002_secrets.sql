-- What the servers keep to themselves: the key that signs visitors' cookies.
CREATE TABLE secrets (
    name  text NOT NULL PRIMARY KEY,
    value text NOT NULL
);
