//! Sentences as data: a template and its arguments. The games make labels; the code that shows them turns
//! them into a text, with the names of the people at the table or in another language. The
//! template's text is the key under which a translation is found.
//!
//! | in a template | stands for | its argument |
//! | --- | --- | --- |
//! | `{number}` | a whole number | the number |
//! | `{site}` | the name of a site | its place in the layout |
//! | `{seat}` | a player: the name, or "you" for the reader | the seat |
//! | `{seat's}` | what is a player's: "Ada's", or "your" | the seat |
//! | `{seats}` | several players: "Ada, Bo and you" | the seats as bits, the first seat lowest |
//! | `{role}` | what the game calls a player, for every viewer: "Black" | the seat |
//! | `[throws\|throw]` | the first form after a name, the second after "you" | none |
//!
//! Arguments come in the order of their places. A text begins with a capital where its template
//! begins with a player.

use std::cell::Cell;
use std::fmt::Write;

use crate::scene::Site;
use crate::seat::Seat;

/// No template has more places than this.
pub const MOST_ARGS: usize = 6;

/// A sentence, a name or a few words: a template with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    template: &'static str,
    args: [i32; MOST_ARGS],
    count: u8,
}

/// An argument of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg(pub i32);

macro_rules! numbers {
    ($($number:ty),*) => {
        $(
            impl From<$number> for Arg {
                fn from(number: $number) -> Self {
                    Arg(number as i32)
                }
            }

            impl From<$number> for Label {
                fn from(number: $number) -> Self {
                    Label::new("{number}", [Arg::from(number)])
                }
            }
        )*
    };
}
numbers!(u8, i16, u16, i32, u32, usize);

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Arg(seat.0.into())
    }
}

impl From<&'static str> for Label {
    fn from(template: &'static str) -> Self {
        Label::new(template, [])
    }
}

/// A label: a template, then an argument for each of its places.
#[macro_export]
macro_rules! label {
    ($template:expr $(, $arg:expr)* $(,)?) => {
        $crate::Label::new($template, [$($crate::label::Arg::from($arg)),*])
    };
}

/// The name of a player who is spoken to: "you move", "your shell". A record may have it as "You".
pub const YOU: &str = "you";

/// Whose names stand in a text.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The board's sites.
    pub sites: &'a [Site],
    /// What the players are called, in seat order.
    pub seats: &'a [String],
}

impl Label {
    /// The template with these arguments.
    ///
    /// # Panics
    /// With more than [`MOST_ARGS`] arguments.
    pub fn new<const N: usize>(template: &'static str, given: [Arg; N]) -> Self {
        let mut args = [0; MOST_ARGS];
        args[..N].copy_from_slice(&given.map(|arg| arg.0));
        Label { template, args, count: N as u8 }
    }

    /// The template.
    pub fn template(&self) -> &'static str {
        self.template
    }

    /// The arguments, in the order of their places.
    pub fn args(&self) -> &[i32] {
        &self.args[..usize::from(self.count)]
    }

    /// The text in English. A player whose name is [`YOU`] is spoken to.
    pub fn english(&self, names: &Names<'_>) -> String {
        english_of(self.template, self.args(), names)
    }

    /// The English text with its players left open for anyone who knows their names: `{seat:0}` for
    /// `{seat}` with the first seat, and both forms of a verb.
    pub fn without_players(&self, sites: &[Site]) -> String {
        let names = Names { sites, seats: &[] };
        let arg = |text: &mut String, kind: &str, arg: i32| match kind {
            "number" | "site" => write_arg(text, kind, arg, &names),
            _ => write!(text, "{{{kind}:{arg}}}").expect("a string takes all"),
        };
        write(self.template, self.args(), arg, |forms| format!("[{forms}]"))
    }

    /// The first player that it names, if it names one.
    pub fn first_seat(&self) -> Option<Seat> {
        let kinds = parts(self.template).filter_map(|part| match part {
            Part::Place(kind) => Some(kind),
            _ => None,
        });
        let named = kinds.zip(self.args()).find(|(kind, _)| ["seat", "seat's"].contains(kind));
        named.and_then(|(_, &arg)| u8::try_from(arg).ok()).map(Seat)
    }

    /// Whether every place has its argument, and no argument is left over.
    pub fn is_whole(&self) -> bool {
        let mut places = 0;
        let known = parts(self.template).all(|part| match part {
            Part::Place(kind) => {
                places += 1;
                KINDS.contains(&kind)
            }
            Part::Text(_) | Part::Verb(_) => true,
        });
        known && places == self.args().len()
    }
}

#[cfg(feature = "testing")]
thread_local! {
    static REWORDED: Cell<bool> = const { Cell::new(false) };
}

/// Does something while every label of this thread reads otherwise: nothing may depend on how it reads.
#[cfg(feature = "testing")]
pub fn reworded<T>(act: impl FnOnce() -> T) -> T {
    REWORDED.set(true);
    let done = act();
    REWORDED.set(false);
    done
}

/// The first template for one, the second for any other number.
pub fn plural(count: u32, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// The English text of a template and its arguments, which may have come in a message.
pub fn english_of(template: &str, args: &[i32], names: &Names<'_>) -> String {
    let to_you = Cell::new(false);
    let arg = |text: &mut String, kind: &str, arg: i32| {
        let begins = text.is_empty() || text.ends_with(". ");
        let at = text.len();
        write_arg(text, kind, arg, names);
        if kind == "seat" {
            to_you.set(&text[at..] == YOU);
        }
        if begins && text[at..].starts_with(YOU) {
            text[at..=at].make_ascii_uppercase();
        }
    };
    write(template, args, arg, |forms| verb(forms, to_you.get()))
}

fn write<'t, V: AsRef<str>>(
    template: &'t str,
    args: &[i32],
    mut arg: impl FnMut(&mut String, &str, i32),
    verb: impl Fn(&'t str) -> V,
) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut args = args.iter();
    for part in parts(template) {
        match part {
            Part::Text(words) => text.push_str(words),
            Part::Verb(forms) => text.push_str(verb(forms).as_ref()),
            Part::Place(kind) => arg(&mut text, kind, args.next().copied().unwrap_or_default()),
        }
    }
    #[cfg(feature = "testing")]
    if REWORDED.get() {
        return text.chars().rev().collect();
    }
    text
}

/// Several labels as one English text, with spaces between.
pub fn english(labels: &[Label], names: &Names<'_>) -> String {
    let texts: Vec<String> = labels.iter().map(|label| label.english(names)).collect();
    texts.join(" ")
}

const KINDS: [&str; 6] = ["number", "site", "seat", "seat's", "seats", "role"];

fn write_arg(text: &mut String, kind: &str, arg: i32, names: &Names<'_>) {
    let index = usize::try_from(arg).unwrap_or(usize::MAX);
    let seat = |index: usize| match names.seats.get(index) {
        Some(name) if name.eq_ignore_ascii_case(YOU) => YOU,
        Some(name) => name,
        None => "somebody",
    };
    match kind {
        "number" => write!(text, "{arg}").expect("a string takes all"),
        "seat's" if seat(index) == YOU => text.push_str("your"),
        "site" => text.push_str(names.sites.get(index).map_or("?", |site| &site.name)),
        "seat's" => {
            text.push_str(seat(index));
            text.push_str("'s");
        }
        "seats" => {
            let all: Vec<&str> = (0..32).filter(|n| arg >> n & 1 == 1).map(seat).collect();
            text.push_str(&list(&all));
        }
        _ => text.push_str(seat(index)),
    }
}

/// "Black", "Black and White", "Black, White and Red".
fn list(names: &[&str]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => names.concat(),
    }
}

/// A part of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part<'a> {
    Text(&'a str),
    Place(&'a str),
    Verb(&'a str),
}

/// The form of a verb after a name, or after "you".
fn verb(forms: &str, to_you: bool) -> &str {
    let (named, yours) = forms.split_once('|').unwrap_or((forms, forms));
    if to_you { yours } else { named }
}

fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let inside = |close: char| rest[1..].split_once(close);
        let (part, left) = match first {
            '{' => inside('}').map(|(kind, left)| (Part::Place(kind), left)),
            '[' => inside(']').map(|(forms, left)| (Part::Verb(forms), left)),
            _ => None,
        }
        .unwrap_or_else(|| {
            let end = rest[1..].find(['{', '[']).map_or(rest.len(), |at| at + 1);
            (Part::Text(&rest[..end]), &rest[end..])
        });
        rest = left;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Point, Shape};

    fn sites() -> [Site; 2] {
        let at = Point { x: 0, y: 0 };
        ["a1", "b2"].map(|name| Site::new(name, "cell", at, Shape::Circle { radius: 1 }))
    }

    fn english(label: Label) -> String {
        let seats = ["Black", "White", "Red"].map(str::to_owned);
        label.english(&Names { sites: &sites(), seats: &seats })
    }

    #[test]
    fn a_player_called_you_is_spoken_to_however_it_is_written() {
        let called = |name: &str, label: Label| {
            let seats = ["Black", name].map(str::to_owned);
            label.english(&Names { sites: &sites(), seats: &seats })
        };
        let wins = label!("{seat} [wins|win].", Seat(1));
        for name in ["you", "You"] {
            assert_eq!(called(name, wins), "You win.");
            assert_eq!(
                called(name, label!("{seat} beats {seat}.", Seat(0), Seat(1))),
                "Black beats you."
            );
            assert_eq!(called(name, label!("{seat's} shell.", Seat(1))), "Your shell.");
        }
        assert_eq!(called("Youri", wins), "Youri wins.");
    }

    #[test]
    fn a_label_reads_as_its_template_with_names_and_numbers() {
        let moved = label!(
            "{seat} [moves|move] from {site} to {site}, {number} steps.",
            Seat(1),
            0u8,
            1u8,
            -3
        );
        assert_eq!(english(moved), "White moves from a1 to b2, -3 steps.");
        assert_eq!(
            english(label!("{seat's} pot, {role} pieces", Seat(0), Seat(2))),
            "Black's pot, Red pieces"
        );
        assert_eq!(
            english(label!("{seats} share the win.", 0b111)),
            "Black, White and Red share the win."
        );
        assert_eq!(english(Label::from(7u8)), "7");
        assert_eq!(english("Pass".into()), "Pass");
        let seats = ["your opponent", YOU].map(str::to_owned);
        let names = Names { sites: &sites(), seats: &seats };
        let to_you = |label: Label| label.english(&names);
        assert_eq!(to_you(moved), "You move from a1 to b2, -3 steps.");
        let found = label!("{seat} [finds|find] {seat's} counter.", Seat(1), Seat(0));
        assert_eq!(to_you(found), "You find your opponent's counter.");
        let found = label!("{seat} [finds|find] {seat's} counter.", Seat(0), Seat(1));
        assert_eq!(to_you(found), "Your opponent finds your counter.");
        let open = moved.without_players(&sites());
        assert_eq!(open, "{seat:1} [moves|move] from a1 to b2, -3 steps.");
    }

    #[test]
    fn a_label_is_whole_when_places_and_arguments_agree() {
        assert!(
            label!("{site} to {number}", 1u8, 2u8).is_whole() && Label::from("Pass").is_whole()
        );
        for broken in [label!("{site}"), label!("Pass", 1u8), label!("{cell}", 1u8)] {
            assert!(!broken.is_whole(), "{broken:?}");
        }
    }
}
