//! Moving everything from an SQLite file to PostgreSQL, or back, while nothing runs.
//!
//! Which tables and columns there are is asked of the databases, so that a new one cannot be forgotten. Every row
//! is copied as text and read again for comparison, all before the commit, or before the new file gets
//! its name.

use std::fs;
use std::path::Path;

use futures_util::TryStreamExt;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use tokio_postgres::Transaction;
use tokio_postgres::types::Type;

use super::postgres::{self, LOCK};
use super::sqlite::restore::{alone, beside, complete, put_in_place};
use super::{SqliteStore, Store, StoreError, Stored};

/// Rows on their way at once.
const ROWS: usize = 500;

/// What PostgreSQL has beside the tables of a file: for processes that are up.
const OF_PROCESSES: [&str; 3] = ["present", "processes", "version"];
/// The same for columns: the process that has a table's lease.
const COLUMN_OF_PROCESSES: (&str, &str) = ("tables", "driver");

/// A row: each column as text.
type Row = Vec<Option<String>>;

/// A table that both databases have.
struct Shape {
    name: String,
    columns: Vec<Column>,
    /// The columns by which rows are ordered, alike in both.
    order: String,
}

struct Column {
    name: String,
    /// Its type in PostgreSQL.
    kind: String,
}

fn failed(why: impl ToString) -> StoreError {
    StoreError::Failed(why.to_string())
}

/// From a file to an empty database.
pub(crate) async fn to_postgres(file: &Path, address: &str) -> Result<Stored, StoreError> {
    let held = alone(file)?.ok_or_else(|| failed("the file is damaged or foreign"))?;
    // Also brings the file to the version that this program knows.
    drop(held);
    SqliteStore::open(file).await?.close().await;
    let held = alone(file)?.ok_or_else(|| failed("the file is damaged or foreign"))?;
    let counted = complete(&held)?;
    let mut client = postgres::connect_up_to_date(address).await?;
    let change = client.transaction().await?;
    hold(&change).await?;
    let shapes = shapes(&held, &change).await?;
    for shape in &shapes {
        let sql =
            format!("SELECT count(*) FROM (SELECT 1 FROM parlour.{} LIMIT 1) AS found", shape.name);
        if change.query_one(&sql, &[]).await?.get::<_, i64>(0) > 0 && shape.name != "secrets" {
            return Err(failed("the database has tables already: choose an empty one"));
        }
    }
    for shape in &shapes {
        change.batch_execute(&format!("DELETE FROM parlour.{}", shape.name)).await?;
        let mut statement = held.prepare(&shape.read_file())?;
        let mut rows = statement.query([])?;
        let mut part = Vec::with_capacity(ROWS);
        while let Some(row) = rows.next()? {
            part.push(cells_of_file(row, shape)?);
            if part.len() == ROWS {
                put_rows(&change, shape, &part).await?;
                part.clear();
            }
        }
        put_rows(&change, shape, &part).await?;
    }
    for shape in &shapes {
        compare(&held, &change, shape).await?;
    }
    change.commit().await?;
    Ok(counted)
}

/// From a database to a file that is not there yet.
pub(crate) async fn to_file(address: &str, file: &Path) -> Result<Stored, StoreError> {
    if file.exists() {
        let file = file.display();
        return Err(failed(format!("{file} is there already: choose another folder with --data")));
    }
    let mut client = postgres::connect_up_to_date(address).await?;
    let change = client.transaction().await?;
    hold(&change).await?;
    let fresh = beside(file, "moving");
    let _ = fs::remove_file(&fresh);
    let counted = fill_file(&change, &fresh).await;
    let placed = counted.and_then(|counted| put_in_place(&fresh, file).map(|_| counted));
    if placed.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    placed
}

async fn fill_file(change: &Transaction<'_>, fresh: &Path) -> Result<Stored, StoreError> {
    SqliteStore::open(fresh).await?.close().await;
    let c = Connection::open_with_flags(fresh, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let _: String = c.query_row("PRAGMA journal_mode = delete", [], |row| row.get(0))?;
    let shapes = shapes(&c, change).await?;
    c.execute_batch("BEGIN IMMEDIATE")?;
    for shape in &shapes {
        c.execute_batch(&format!("DELETE FROM {}", shape.name))?;
        let marks = vec!["?"; shape.columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({marks})", shape.name, shape.names());
        let mut put = c.prepare(&sql)?;
        let rows = change.query_raw(&shape.read(), Vec::<String>::new()).await?;
        let mut rows = std::pin::pin!(rows);
        while let Some(row) = rows.try_next().await? {
            // The columns' types are the tables' own: SQLite turns digits into numbers by them.
            put.execute(params_from_iter(cells(&row, shape)?))?;
        }
    }
    for shape in &shapes {
        compare(&c, change, shape).await?;
    }
    let counted = complete(&c)?;
    c.execute_batch("COMMIT")?;
    Ok(counted)
}

/// Keeps servers from starting on the database until the transaction ends; refuses while one runs.
async fn hold(change: &Transaction<'_>) -> Result<(), StoreError> {
    let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
    change.batch_execute(&lock).await?;
    let sql = "SELECT count(*) FROM parlour.processes WHERE until > clock_timestamp()";
    match change.query_one(sql, &[]).await?.get::<_, i64>(0) {
        0 => Ok(()),
        count => Err(failed(format!(
            "{count} servers run on the database: stop them, wait ten seconds, then try again"
        ))),
    }
}

impl Shape {
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        names.join(", ")
    }

    /// The statement that reads all rows from PostgreSQL as text.
    fn read(&self) -> String {
        let text = |column: &Column| match column.kind.as_str() {
            "boolean" => format!("{}::int::text", column.name),
            _ => format!("{}::text", column.name),
        };
        let texts: Vec<String> = self.columns.iter().map(text).collect();
        format!("SELECT {} FROM parlour.{} ORDER BY {}", texts.join(", "), self.name, self.order)
    }

    /// The statement that reads all rows from a file, in the same order: SQLite compares texts byte by byte
    /// unless it is told otherwise.
    fn read_file(&self) -> String {
        let order = self.order.replace(" COLLATE \"C\"", "");
        format!("SELECT {} FROM {} ORDER BY {order}", self.names(), self.name)
    }
}

/// The tables of both; refuses where one has what the other lacks.
async fn shapes(c: &Connection, change: &Transaction<'_>) -> Result<Vec<Shape>, StoreError> {
    let sql = "SELECT c.table_name::text, c.column_name::text, c.data_type::text
               FROM information_schema.columns AS c JOIN information_schema.tables AS t
                   USING (table_schema, table_name)
               WHERE table_schema = 'parlour' AND table_type = 'BASE TABLE'
               ORDER BY table_name, ordinal_position";
    let mut theirs: Vec<(String, Column)> = Vec::new();
    for row in change.query(sql, &[]).await? {
        let (table, name, kind): (String, String, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let process = OF_PROCESSES.contains(&table.as_str())
            || (table.as_str(), name.as_str()) == COLUMN_OF_PROCESSES;
        if !process {
            theirs.push((table, Column { name, kind }));
        }
    }
    let mut tables = c.prepare(
        "SELECT name FROM sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx%' ORDER BY name",
    )?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut shapes = Vec::new();
    for name in tables {
        let mut info = c.prepare(&format!("PRAGMA table_info({name})"))?;
        let mut ours: Vec<String> =
            info.query_map([], |row| row.get("name"))?.collect::<Result<_, _>>()?;
        let columns = theirs.extract_if(.., |(table, _)| *table == name).map(|(_, column)| column);
        let columns: Vec<Column> = columns.collect();
        let mut names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        ours.sort();
        names.sort();
        if ours != names {
            return Err(failed(format!("the two stores differ in the columns of {name}")));
        }
        let collated = |column: &Column| match column.kind.as_str() {
            "text" => format!("{} COLLATE \"C\"", column.name),
            _ => column.name.clone(),
        };
        let order = columns.iter().map(collated).collect::<Vec<_>>().join(", ");
        shapes.push(Shape { name, columns, order });
    }
    match theirs.first() {
        Some((table, _)) => Err(failed(format!("a file has no place for the table {table}"))),
        None => Ok(shapes),
    }
}

fn cells_of_file(row: &rusqlite::Row<'_>, shape: &Shape) -> Result<Row, StoreError> {
    let cell = |at| match row.get_ref(at)? {
        ValueRef::Null => Ok(None),
        ValueRef::Integer(number) => Ok(Some(number.to_string())),
        other => Ok(Some(other.as_str().map_err(failed)?.to_owned())),
    };
    (0..shape.columns.len()).map(cell).collect()
}

fn cells(row: &tokio_postgres::Row, shape: &Shape) -> Result<Row, StoreError> {
    (0..shape.columns.len()).map(|at| Ok(row.try_get(at)?)).collect()
}

/// Writes rows into PostgreSQL.
async fn put_rows(change: &Transaction<'_>, shape: &Shape, rows: &[Row]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let columns: Vec<Row> = (0..shape.columns.len())
        .map(|at| rows.iter().map(|row| row[at].clone()).collect())
        .collect();
    let typed: Vec<_> = columns
        .iter()
        .map(|column| (column as &(dyn tokio_postgres::types::ToSql + Sync), Type::TEXT_ARRAY))
        .collect();
    let cast = |(at, column): (usize, &Column)| format!("c{at}::{}", column.kind);
    let casts: Vec<String> = shape.columns.iter().enumerate().map(cast).collect();
    let list = |word: &str, from: usize| {
        let all = (0..columns.len()).map(|at| format!("{word}{}", at + from));
        all.collect::<Vec<_>>()
    };
    let arrays: Vec<String> = list("$", 1).iter().map(|mark| format!("{mark}::text[]")).collect();
    let sql = format!(
        "INSERT INTO parlour.{} ({}) SELECT {} FROM unnest({}) AS rows ({})",
        shape.name,
        shape.names(),
        casts.join(", "),
        arrays.join(", "),
        list("c", 0).join(", ")
    );
    Ok(change.execute_typed(&sql, &typed).await.map(drop)?)
}

/// Refuses unless both have the same rows.
async fn compare(
    c: &Connection,
    change: &Transaction<'_>,
    shape: &Shape,
) -> Result<(), StoreError> {
    let mut statement = c.prepare(&shape.read_file())?;
    let mut ours = statement.query([])?;
    let theirs = change.query_raw(&shape.read(), Vec::<String>::new()).await?;
    let mut theirs = std::pin::pin!(theirs);
    loop {
        let our = ours.next()?.map(|row| cells_of_file(row, shape)).transpose()?;
        let their = theirs.try_next().await?.map(|row| cells(&row, shape)).transpose()?;
        match (our, their) {
            (None, None) => return Ok(()),
            (our, their) if our == their => {}
            _ => {
                let name = &shape.name;
                return Err(failed(format!("the rows of {name} differ after they were copied")));
            }
        }
    }
}
