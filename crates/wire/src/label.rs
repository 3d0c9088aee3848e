//! Labels as JSON: a template with its arguments, or a finished text.

use std::borrow::Cow;

use parlour_core::label::{self, Names};
use parlour_core::scene::Site;
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// A sentence, a name or a few words: a text, or `[template, arguments …]`. A template is a text, or
/// its place among the `templates` of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(TS))]
// The page reads labels as they come in: to the rest of it they are texts.
#[cfg_attr(feature = "schema", ts(type = "string"))]
pub struct Label {
    /// The template.
    pub template: Template,
    /// Its arguments.
    pub args: Vec<i32>,
}

/// A template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Template {
    /// Its text.
    Text(Cow<'static, str>),
    /// Its place among the table's templates.
    Known(u16),
}

impl Label {
    /// A finished text.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Label { template: Template::Text(text.into()), args: Vec::new() }
    }
}

impl Default for Label {
    fn default() -> Self {
        Label::text("")
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Template::Text(text) => serializer.serialize_str(text),
            Template::Known(index) => serializer.serialize_u16(*index),
        }
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.args.is_empty() {
            return self.template.serialize(serializer);
        }
        let mut list = serializer.serialize_seq(Some(1 + self.args.len()))?;
        list.serialize_element(&self.template)?;
        self.args.iter().try_for_each(|arg| list.serialize_element(arg))?;
        list.end()
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Label { template, args } = Label::deserialize(deserializer)?;
        args.is_empty().then_some(template).ok_or_else(|| D::Error::custom("a template alone"))
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Label;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text, or a template with its arguments")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Label, E> {
                Ok(Label::text(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, index: u64) -> Result<Label, E> {
                let index = u16::try_from(index).map_err(E::custom)?;
                Ok(Label { template: Template::Known(index), args: Vec::new() })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Label, A::Error> {
                let none = || A::Error::custom("a label has a template");
                let template = list.next_element()?.ok_or_else(none)?;
                let mut args = Vec::new();
                while let Some(arg) = list.next_element()? {
                    args.push(arg);
                }
                Ok(Label { template, args })
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// What happened: one label, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(TS))]
#[cfg_attr(feature = "schema", ts(type = "string"))]
pub enum Words {
    /// One.
    One(Label),
    /// Several sentences.
    Several(Vec<Label>),
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Words::One(label) => label.serialize(serializer),
            // A list of lists, also where a label has no arguments: a template is never a list.
            Words::Several(labels) => serializer.collect_seq(labels.iter().map(|label| {
                let args = label.args.iter().map(|&arg| Part::Arg(arg));
                std::iter::once(Part::Template(&label.template)).chain(args).collect::<Vec<_>>()
            })),
        }
    }
}

/// A part of a label in its list.
#[derive(Serialize)]
#[serde(untagged)]
enum Part<'a> {
    Template(&'a Template),
    Arg(i32),
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Read {
            One(Label),
            Several(Vec<Label>),
        }
        Ok(match Read::deserialize(deserializer)? {
            Read::One(label) => Words::One(label),
            Read::Several(labels) => Words::Several(labels),
        })
    }
}

/// Over HTTP labels are English texts.
#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    macro_rules! texts {
        ($($label:ty),*) => {
            $(
                impl PartialSchema for $label {
                    fn schema() -> RefOr<Schema> {
                        String::schema()
                    }
                }

                impl ToSchema for $label {}
            )*
        };
    }
    texts!(super::Label, super::Words);
}

/// How labels are written.
#[derive(Debug)]
pub enum Writer<'a> {
    /// As English texts with these names.
    English(Names<'a>),
    /// As English texts whose players are left open: `{seat:0}`.
    WithoutPlayers(&'a [Site]),
    /// As data, with the templates' texts.
    Spelled,
    /// As data, with templates by their places in this list; what is missing is added to it.
    Data(&'a mut Vec<&'static str>),
}

impl Writer<'_> {
    /// A label.
    pub fn label(&mut self, label: &label::Label) -> Label {
        match self {
            Writer::English(names) => Label::text(label.english(names)),
            Writer::WithoutPlayers(sites) => Label::text(label.without_players(sites)),
            Writer::Spelled => Label {
                template: Template::Text(label.template().into()),
                args: label.args().to_vec(),
            },
            Writer::Data(templates) => {
                let known = templates.iter().position(|known| *known == label.template());
                let index = known.unwrap_or_else(|| {
                    templates.push(label.template());
                    templates.len() - 1
                });
                Label { template: Template::Known(index as u16), args: label.args().to_vec() }
            }
        }
    }

    /// Several labels.
    pub fn words(&mut self, labels: &[label::Label]) -> Words {
        match (&mut *self, labels) {
            (Writer::English(names), _) => Words::One(Label::text(label::english(labels, names))),
            (Writer::WithoutPlayers(sites), _) => {
                let texts: Vec<String> = labels.iter().map(|l| l.without_players(sites)).collect();
                Words::One(Label::text(texts.join(" ")))
            }
            (_, [one]) => Words::One(self.label(one)),
            (_, several) => Words::Several(several.iter().map(|label| self.label(label)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_back_as_they_were_written() {
        let mut templates = vec!["Pass"];
        let mut writer = Writer::Data(&mut templates);
        let labels = [parlour_core::label!("{site} to {number}", 3u8, -4), "Pass".into()];
        let written = [writer.words(&labels), writer.words(&labels[1..])];
        let text = serde_json::to_string(&written).expect("JSON");
        assert_eq!(text, "[[[1,3,-4],[0]],0]");
        assert_eq!(serde_json::from_str::<[Words; 2]>(&text).expect("labels"), written);
        assert_eq!(templates, ["Pass", "{site} to {number}"]);
        let finished: Words = serde_json::from_str("\"Pass.\"").expect("a text");
        assert_eq!(finished, Words::One(Label::text("Pass.")));
    }
}
