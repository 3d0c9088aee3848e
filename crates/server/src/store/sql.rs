//! What both databases are asked alike: statements with the values in them, and rows of answers.

use parlour_table::events::Event;
use parlour_table::listing::{Listed, Status};
use parlour_table::stored::{Stamped, TableId, VisitorId};

use super::{StoreError, Ticket};

/// A value in a statement, or in a row.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Several texts.
    Texts(Vec<String>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Value::Text(text.clone())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(number as i64)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

impl From<&[TableId]> for Value {
    fn from(tables: &[TableId]) -> Self {
        Value::Texts(tables.iter().map(|table| table.0.clone()).collect())
    }
}

/// The values of a statement: the first stands for `$1`.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::sql::Value::from($value)),*] };
}
pub(super) use values;

/// A row, read column by column from the left.
#[derive(Debug)]
pub struct Row(std::vec::IntoIter<Value>);

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Row(values.into_iter())
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(text),
            other => Err(unreadable(format!("{other:?} is no text"))),
        }
    }

    pub(super) fn number(&mut self) -> Result<i64, StoreError> {
        match self.0.next() {
            Some(Value::Number(number)) => Ok(number),
            other => Err(unreadable(format!("{other:?} is no number"))),
        }
    }

    /// `id`.
    pub(super) fn table(&mut self) -> Result<TableId, StoreError> {
        self.text().map(TableId)
    }

    /// `visitor`.
    pub(super) fn visitor(&mut self) -> Result<VisitorId, StoreError> {
        self.text().map(VisitorId)
    }

    /// `id, game, status, changed, summary`.
    pub(super) fn listed(mut self) -> Result<Listed, StoreError> {
        let (id, game, status) = (self.table()?, self.text()?, self.text()?);
        let unknown = || unreadable(format!("no status is called {status}"));
        Ok(Listed {
            id,
            game,
            status: Status::named(&status).ok_or_else(unknown)?,
            changed: self.number()?,
            summary: serde_json::from_str(&self.text()?).map_err(unreadable)?,
        })
    }

    /// `sequence, at, version, body`.
    pub(super) fn event(mut self) -> Result<Stamped, StoreError> {
        let (sequence, at) = (self.number()? as u64, self.number()?);
        let version = u32::try_from(self.number()?).unwrap_or(u32::MAX);
        let (event, request) = Event::decode(version, &self.text()?).map_err(unreadable)?;
        Ok(Stamped { sequence, at, event, request })
    }

    /// `table_id, visitor, expires`; `None` where it has expired.
    pub(super) fn ticket(mut self, now: i64) -> Result<Option<Ticket>, StoreError> {
        let ticket = Ticket { table: self.table()?, visitor: self.visitor()? };
        Ok((self.number()? > now).then_some(ticket))
    }
}

fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable(error.to_string())
}
