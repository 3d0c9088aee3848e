//! Texts from outside: names and whatever else people write.

use std::collections::HashSet;
use std::sync::OnceLock;

use parlour_core::{OptionValues, Seat};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::general_security_profile::{GeneralSecurityProfile, IdentifierType};
use unicode_security::{MixedScript, skeleton};

use crate::commands::{Code, Refusal};

/// The longest name, in characters as they are seen: an accent belongs to its letter.
pub const NAME_LIMIT: usize = 24;
/// More accents than this on one letter only climb over the line above.
const MARKS: usize = 3;

/// A text from outside on one line: nothing that cannot be seen, turns the direction of writing or
/// piles up, no blanks around it.
pub fn tidy(text: &str) -> String {
    let mut marks = 0;
    let line: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            is_seen(c) && marks <= MARKS
        })
        .collect();
    line.trim().to_owned()
}

/// Whether a character leaves a trace of its own on the screen, or is a blank.
fn is_seen(c: char) -> bool {
    use GeneralCategory as G;
    let empty = matches!(
        c.general_category(),
        G::Control
            | G::Format
            | G::Surrogate
            | G::PrivateUse
            | G::Unassigned
            | G::LineSeparator
            | G::ParagraphSeparator
    );
    // Fillers and selectors are letters and marks by category; a braille cell without dots is a sign.
    let ignorable = c.identifier_type() == Some(IdentifierType::Default_Ignorable);
    !empty && !ignorable && c != '\u{2800}'
}

fn is_mark(c: char) -> bool {
    use GeneralCategory as G;
    matches!(c.general_category(), G::NonspacingMark | G::EnclosingMark)
}

/// A name as it is shown: one line of visible characters, not empty and not long.
pub fn tidy_name(name: &str) -> Result<String, Refusal> {
    // A letter in a fancy dress is that letter.
    let name = tidy(&name.chars().take(16 * NAME_LIMIT).nfkc().collect::<String>());
    // A Cyrillic letter among Latin ones is there to be taken for somebody else's.
    if !name.split(' ').all(|word| word.is_single_script()) {
        return Err(Refusal::new(Code::BadName, "Write each word of a name in one script."));
    }
    match name.chars().filter(|&c| !is_mark(c)).count() {
        0 => Err(Refusal::new(Code::BadName, "A name needs at least one visible character.")),
        1..=NAME_LIMIT => Ok(name),
        _ => {
            let message = format!("A name has at most {NAME_LIMIT} characters.");
            Err(Refusal::new(Code::BadName, message))
        }
    }
}

/// A name that a person chooses. Words by which records and pages speak of computers, empty seats and
/// players' roles are nobody's name.
pub fn chosen_name(name: &str) -> Result<String, Refusal> {
    let name = tidy_name(name)?;
    if is_reserved(&name) {
        let message = "That is what the table calls a seat or the computer. Choose another name.";
        return Err(Refusal::new(Code::BadName, message));
    }
    Ok(name)
}

fn is_reserved(name: &str) -> bool {
    let plain = looks(name);
    let begins = |word: &str| {
        let rest = plain.strip_prefix(&*looks(word));
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    begins("computer") || begins("level") || plain == looks("nobody") || roles().contains(&plain)
}

/// What a name looks like: the same for names that a reader takes for one another, whatever their case, script or
/// digits.
fn looks(name: &str) -> String {
    let words = name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let digits: String = words.chars().map(|c| digit(c).unwrap_or(c)).collect();
    skeleton(&digits).collect::<String>().to_lowercase()
}

/// A decimal digit of any script as one of ours. Each script has its ten in a row.
fn digit(c: char) -> Option<char> {
    let is_digit = |c: char| c.general_category() == GeneralCategory::DecimalNumber;
    if c.is_ascii() || !is_digit(c) {
        return None;
    }
    let before = |c: &u32| char::from_u32(c - 1).filter(|c| is_digit(*c)).map(u32::from);
    let value = std::iter::successors(Some(u32::from(c)), before).count() - 1;
    char::from_digit(value as u32 % 10, 10)
}

/// What the names look like by which the games call their players.
fn roles() -> &'static HashSet<String> {
    static ROLES: OnceLock<HashSet<String>> = OnceLock::new();
    ROLES.get_or_init(|| {
        let mut roles = HashSet::new();
        for entry in parlour_games::all() {
            // No game is for more than twelve.
            let players =
                |number: u8| [("players".to_owned(), number.to_string())].into_iter().collect();
            for options in (2..=12).map(players).chain([OptionValues::new()]) {
                if let Ok(session) = (entry.open)(&options) {
                    let seats = Seat::all(session.seats());
                    roles.extend(seats.map(|seat| looks(&session.seat_name(seat))));
                }
            }
        }
        roles
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_harmless() {
        assert_eq!(tidy_name("  Ann\u{202e}\n Lee\0 ").as_deref(), Ok("Ann  Lee"));
        assert!(tidy_name("\u{200b}").is_err());
        assert!(tidy_name(&"x".repeat(25)).is_err());
    }

    #[test]
    fn an_accent_does_not_make_a_name_longer() {
        let accented = "e\u{301}".repeat(24);
        assert_eq!(tidy_name(&accented).as_deref(), Ok("é".repeat(24).as_str()));
        assert!(tidy_name(&"e\u{301}".repeat(25)).is_err());
    }

    #[test]
    fn a_person_cannot_be_mistaken_for_a_computer_or_an_empty_seat() {
        for name in [
            "Computer (level 8)",
            " computer",
            "COMPUTER 5",
            "Computer",
            "level 3",
            "Nobody",
            "Light",
            "dark",
            "Player 3",
            "player  2",
            "Player \u{663}",
            "level \u{ff13}",
            "\u{1d402}\u{1d428}\u{1d426}\u{1d429}\u{1d42e}\u{1d42d}\u{1d41e}\u{1d42b} 5",
            "P1ayer 3",
            "N0body",
        ] {
            assert!(chosen_name(name).is_err(), "{name}");
        }
        for name in ["Ann", "Lightfoot", "Computerina", "Nobody Special", "Player One"] {
            assert_eq!(chosen_name(name).as_deref(), Ok(name));
        }
        assert!(tidy_name("Computer (level 8)").is_ok(), "a record may speak of a computer");
    }

    #[test]
    fn names_of_invisible_or_turning_characters_are_refused() {
        let unseen = "\u{3164}\u{ad}\u{200b}\u{200c}\u{200d}\u{200e}\u{61c}\u{202e}\u{2066}\u{115f}\u{1160}\
                      \u{ffa0}\u{34f}\u{17b4}\u{180b}\u{fe0f}\u{e0041}\u{feff}\u{2800}\u{fff9}\u{e000}\u{2028}";
        assert!(tidy_name(unseen).is_err(), "{:?}", tidy(unseen));
        for c in unseen.chars() {
            assert!(tidy_name(&c.to_string()).is_err(), "{:?} alone is a name", c);
            let name = format!("An{c}n");
            let seen = tidy(&name).replace(' ', "");
            assert_eq!(seen, "Ann", "{c:?} hides in a name");
        }
    }

    #[test]
    fn names_of_all_the_world_are_taken() {
        for name in
            ["Ann", "Zoë", "Nguyễn Văn", "Жанна", "ניצן", "علي", "たろう", "東京タワー", "김철수"]
        {
            assert_eq!(tidy_name(name).as_deref(), Ok(name));
        }
        for name in ["O'Brien", "Ann-Lee 2", "Ann 東京", "★Ann★", "🦊"] {
            assert_eq!(tidy_name(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn letters_and_digits_in_fancy_dress_are_those_letters_and_digits() {
        for (fancy, plain) in [
            ("\u{1d400}\u{1d427}\u{1d427}", "Ann"),
            ("\u{ff21}\u{ff2e}\u{ff2e}", "ANN"),
            ("Ann \u{1d7d0}", "Ann 2"),
        ] {
            assert_eq!(tidy_name(fancy).as_deref(), Ok(plain));
        }
        // A number is a name, and who writes digits otherwise writes them so.
        assert_eq!(chosen_name("\u{661}\u{662}\u{663}").as_deref(), Ok("\u{661}\u{662}\u{663}"));
        assert_eq!(
            ["\u{660}", "\u{669}", "\u{7c5}", "\u{966}"]
                .map(|c| digit(c.chars().next().expect("one"))),
            [Some('0'), Some('9'), Some('5'), Some('0')]
        );
        assert_eq!(digit('7').or(digit('x')), None);
    }

    #[test]
    fn a_letter_of_another_script_does_not_pass_for_ones_own() {
        assert!(tidy_name("\u{410}nn").is_err(), "a Cyrillic A before Latin letters");
        assert!(tidy_name("B\u{3bf}b").is_err(), "a Greek o among Latin letters");
        assert_eq!(tidy("e\u{301}\u{301}\u{301}\u{301}\u{301}x"), "e\u{301}\u{301}\u{301}x");
    }
}
