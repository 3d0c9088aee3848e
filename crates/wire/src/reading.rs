//! JSON from a caller, and what is wrong with it in the words of the document: a parser's own words name types
//! of this program, which nobody who writes a client has ever seen.

use std::fmt::{self, Display};

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::Value;

/// The value that a text holds.
///
/// # Errors
/// With a sentence that says where the text is wrong and what would do.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| match serde_json::from_slice(text) {
        Ok(value) => match T::deserialize(Node { value, path: String::new() }) {
            Err(wrong) => wrong.at("", "another value", true).sentence(),
            // Only a field that is given twice is seen by one of the two readers alone.
            Ok(_) => "A field is given twice: leave one of them out.".to_owned(),
        },
        Err(_) => format!(
            "This is not JSON: it cannot be read from line {}, column {} on.",
            error.line(),
            error.column()
        ),
    })
}

/// What is wrong.
#[derive(Debug)]
struct Wrong {
    /// Where: `seats[1].level`; `None` until it is known.
    path: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A value of another form than the one that is wanted.
    Form {
        has: String,
        is_container: bool,
        wanted: Option<&'static str>,
    },
    /// The same somewhere inside: what is told apart by its `type` is read without places.
    Inside(String),
    Missing(&'static str),
    Unknown {
        field: String,
        fields: &'static [&'static str],
    },
    Choice {
        word: String,
        words: &'static [&'static str],
    },
    /// A sentence of the type's own.
    Own(String),
}

impl Wrong {
    fn new(kind: Kind) -> Self {
        Wrong { path: None, kind }
    }

    /// The same at this place, unless a place inside it is known.
    fn at(mut self, path: &str, form: &'static str, is_container: bool) -> Self {
        match &mut self.kind {
            Kind::Form { has, is_container: false, wanted: None } if is_container => {
                self.kind = Kind::Inside(std::mem::take(has));
            }
            Kind::Form { wanted: wanted @ None, .. } => *wanted = Some(form),
            _ => {}
        }
        self.path.get_or_insert_with(|| path.to_owned());
        self
    }

    fn sentence(&self) -> String {
        let path = self.path.as_deref().unwrap_or_default();
        let place = if path.is_empty() { "The message".to_owned() } else { format!("'{path}'") };
        match &self.kind {
            Kind::Inside(has) => format!("{place} has {has} where another value is wanted."),
            Kind::Form { has, wanted, .. } => {
                format!("{place} is {has}; {} is wanted.", wanted.unwrap_or("another value"))
            }
            Kind::Missing(field) => format!("{place} lacks '{field}'."),
            Kind::Unknown { field, fields: [] } => format!("{place} takes no '{field}'."),
            Kind::Unknown { field, fields } => {
                format!("{place} takes no '{field}', only {}.", fields.join(", "))
            }
            Kind::Choice { word, words } => {
                format!("{place}: there is no '{word}', only {}.", words.join(", "))
            }
            Kind::Own(words) => format!("{place}: {}.", words.trim_end_matches('.')),
        }
    }
}

/// The most of a caller's own text that an answer repeats.
const SHOWN: usize = 40;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).flat_map(char::escape_debug).collect()
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for Wrong {}

impl serde::de::Error for Wrong {
    fn custom<T: Display>(words: T) -> Self {
        Wrong::new(Kind::Own(words.to_string()))
    }

    fn invalid_type(has: Unexpected<'_>, _: &dyn Expected) -> Self {
        let is_container = matches!(has, Unexpected::Seq | Unexpected::Map);
        Wrong::new(Kind::Form { has: form(has), is_container, wanted: None })
    }

    fn invalid_value(has: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Wrong::invalid_type(has, expected)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        let (has, wanted) = (format!("a list of {length}"), Some("a list of another length"));
        Wrong::new(Kind::Form { has, is_container: true, wanted })
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        Wrong::new(Kind::Choice { word: shown(word), words })
    }

    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Self {
        Wrong::new(Kind::Unknown { field: shown(field), fields })
    }

    fn missing_field(field: &'static str) -> Self {
        Wrong::new(Kind::Missing(field))
    }
}

/// What a value is, for people.
fn form(has: Unexpected<'_>) -> String {
    match has {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => format!("the text '{}'", shown(text)),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        _ => "something else".to_owned(),
    }
}

/// A value, and where in the message it stands.
struct Node {
    value: Value,
    path: String,
}

impl Node {
    fn field(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// Reads the value, which `form` says what it should be.
    fn visit<'de, V: Visitor<'de>>(
        self,
        visitor: V,
        form: &'static str,
    ) -> Result<V::Value, Wrong> {
        let path = self.path.clone();
        let is_container = matches!(self.value, Value::Array(_) | Value::Object(_));
        let read = match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(ref number) => {
                match (number.as_u64(), number.as_i64(), number.as_f64()) {
                    (Some(number), ..) => visitor.visit_u64(number),
                    (_, Some(number), _) => visitor.visit_i64(number),
                    (.., number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
                }
            }
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => {
                let node = |(place, value)| Node { value, path: format!("{path}[{place}]") };
                let nodes: Vec<Node> = values.into_iter().enumerate().map(node).collect();
                visitor.visit_seq(Elements(nodes.into_iter()))
            }
            Value::Object(ref fields) => {
                let node = |(name, value): (&String, &Value)| {
                    (name.clone(), Node { value: value.clone(), path: self.field(name) })
                };
                let nodes: Vec<(String, Node)> = fields.iter().map(node).collect();
                visitor.visit_map(Fields { fields: nodes.into_iter(), value: None })
            }
        };
        read.map_err(|wrong| wrong.at(&path, form, is_container))
    }
}

/// The elements of a list. What is wrong in one without a place of its own is said of the element.
struct Elements(std::vec::IntoIter<Node>);

impl<'de> SeqAccess<'de> for Elements {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Wrong> {
        self.0.next().map(|node| read_at(seed, node)).transpose()
    }
}

/// The fields of an object, in the same way.
struct Fields {
    fields: std::vec::IntoIter<(String, Node)>,
    /// The value of the field whose name was read last.
    value: Option<Node>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Wrong;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Wrong> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let value = self.value.take().ok_or_else(|| Wrong::custom("a value without a name"))?;
        read_at(seed, value)
    }
}

fn read_at<'de, S: DeserializeSeed<'de>>(seed: S, node: Node) -> Result<S::Value, Wrong> {
    let path = node.path.clone();
    seed.deserialize(node).map_err(|wrong| wrong.at(&path, "another value", true))
}

macro_rules! forms {
    ($($form:literal: $($method:ident)*;)*) => {
        $($(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
                self.visit(visitor, $form)
            }
        )*)*
    };
}

impl<'de> Deserializer<'de> for Node {
    type Error = Wrong;

    forms! {
        "another value": deserialize_any deserialize_ignored_any deserialize_unit;
        "true or false": deserialize_bool;
        "a whole number": deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64;
        "a number": deserialize_f32 deserialize_f64;
        "a text": deserialize_char deserialize_str deserialize_string deserialize_identifier
            deserialize_bytes deserialize_byte_buf;
        "a list": deserialize_seq;
        "an object": deserialize_map;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.visit(visitor, "another value")
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.visit(visitor, "a list")
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.visit(visitor, "a list")
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        // A list of all fields in their order would do for serde, and for nobody who reads the document.
        match self.value {
            Value::Array(_) => {
                let wrong = Wrong::invalid_type(Unexpected::Seq, &"an object");
                Err(wrong.at(&self.path, "an object", false))
            }
            _ => self.visit(visitor, "an object"),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let path = self.path.clone();
        let read = match self.value {
            Value::String(word) => visitor.visit_enum(Word(word)),
            value => {
                let wrong = Node { value, path: path.clone() };
                wrong.visit(OneOf, "").and_then(|()| Err(Wrong::unknown_variant("", words)))
            }
        };
        read.map_err(|wrong| wrong.at(&path, "one of its words", false))
    }
}

/// A word out of a few.
struct Word(String);

impl<'de> EnumAccess<'de> for Word {
    type Error = Wrong;
    type Variant = Plain;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Plain), Wrong> {
        let word: serde::de::value::StringDeserializer<Wrong> = self.0.into_deserializer();
        Ok((seed.deserialize(word)?, Plain))
    }
}

/// A word has nothing beside it: messages that do are objects with a `type`.
struct Plain;

impl<'de> VariantAccess<'de> for Plain {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Wrong> {
        Err(Wrong::custom("an object is wanted"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Wrong> {
        Err(Wrong::custom("an object is wanted"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Wrong> {
        Err(Wrong::custom("an object is wanted"))
    }
}

/// Takes nothing, so that every value is one of another form.
struct OneOf;

impl Visitor<'_> for OneOf {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::api::NewTable;
    use crate::socket::ClientMessage;

    fn refused(text: &str) -> String {
        read::<NewTable>(text.as_bytes()).expect_err("it is wrong")
    }

    #[test]
    fn what_is_wrong_with_a_message_is_said_in_the_words_of_the_document() {
        let seats = r#""seats": [{"type": "me"}, {"type": "open"}]"#;
        for (text, sentence) in [
            ("{", "This is not JSON: it cannot be read from line 1, column 1 on."),
            ("[]", "The message is a list; an object is wanted."),
            ("{}", "The message lacks 'game'."),
            (r#"{"game": 7}"#, "'game' is 7; a text is wanted."),
            (r#"{"game": "senet"}"#, "The message lacks 'seats'."),
            (
                r#"{"game": "senet", "seats": "two"}"#,
                "'seats' is the text 'two'; a list is wanted.",
            ),
            (
                r#"{"game": "senet", "seats": [{"type": "me"}, {"type": "human"}]}"#,
                "'seats[1].type': there is no 'human', only me, open, computer.",
            ),
            (r#"{"game": "senet", "seats": [{"type": "computer"}]}"#, "'seats[0]' lacks 'level'."),
        ] {
            assert_eq!(refused(text), sentence, "{text}");
        }
        let more = refused(&format!(r#"{{"game": "senet", {seats}, "colour": 1}}"#));
        assert_eq!(
            more,
            "The message takes no 'colour', only game, options, seats, clock, public."
        );
    }

    #[test]
    fn options_may_be_pairs_or_an_object_and_a_clock_may_be_left_out() {
        let table = |options: &str| {
            let seats = r#"[{"type": "me"}, {"type": "open"}]"#;
            let text =
                format!(r#"{{"game": "shell-out", "seats": {seats}, "options": {options}}}"#);
            read::<NewTable>(text.as_bytes())
        };
        let pairs = table(r#"[["hands", "1"], ["players", "2"]]"#).expect("a table");
        let object = table(r#"{"hands": 1, "players": "2"}"#).expect("a table");
        assert_eq!(pairs, object);
        let wrong = table(r#"{"hands": [1]}"#).expect_err("no value of an option");
        assert_eq!(wrong, "'options.hands': an option's value is a text or a number.");
        let wrong = table("7").expect_err("no options");
        assert_eq!(wrong, "'options' is 7; another value is wanted.");
    }

    #[test]
    fn messages_over_the_socket_are_read_in_the_same_way() {
        let refused = |text: &str| read::<ClientMessage>(text.as_bytes()).expect_err("wrong");
        assert!(
            refused(r#"{"type": "dance"}"#).starts_with("'type': there is no 'dance', only act")
        );
        assert_eq!(refused(r#"{"type": "act", "ply": 0}"#), "The message lacks 'action'.");
        assert_eq!(
            refused(r#"{"type": "act", "action": "a1", "ply": "x"}"#),
            "The message has the text 'x' where another value is wanted."
        );
    }
}
