//! A game's options as a caller writes them: pairs of a name and a value, or an object.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads options by name.
pub(crate) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    from.deserialize_any(Options)
}

struct Options;

impl<'de> Visitor<'de> for Options {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options: an object, or a list of pairs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pairs: A) -> Result<Self::Value, A::Error> {
        let mut options = Vec::new();
        while let Some((name, OptionText(value))) = pairs.next_element()? {
            options.push((name, value));
        }
        Ok(options)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut options = Vec::new();
        while let Some((name, OptionText(value))) = fields.next_entry()? {
            options.push((name, value));
        }
        Ok(options)
    }
}

/// The value of an option: a text, or a number or a truth as its text.
struct OptionText(String);

impl<'de> Deserialize<'de> for OptionText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Text).map(OptionText)
    }
}

struct Text;

const WANTED: &str = "an option's value is a text or a number";

impl<'de> Visitor<'de> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WANTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<String, A::Error> {
        Err(A::Error::custom(WANTED))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<String, A::Error> {
        Err(A::Error::custom(WANTED))
    }
}
