//! Texts from outside: names and whatever else people write.

use crate::commands::Refusal;

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 24;

/// A text from outside on one line: no control characters, and none that turn the direction of
/// writing or hide in it, no blanks around it.
pub fn tidy(text: &str) -> String {
    let unseen = |c: char| {
        matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let line: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !c.is_control() && !unseen(c))
        .collect();
    line.trim().to_owned()
}

/// A name as it is shown: one line of visible characters, not empty and not long.
pub fn tidy_name(name: &str) -> Result<String, Refusal> {
    let name = tidy(name);
    match name.chars().count() {
        0 => Err(Refusal::new("bad-name", "A name needs at least one visible character.")),
        1..=NAME_LIMIT => Ok(name),
        _ => {
            let message = format!("A name has at most {NAME_LIMIT} characters.");
            Err(Refusal::new("bad-name", message))
        }
    }
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
}
