//! What a mistyped name most likely means.

/// The name that is most like what was typed, if any is.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase().replace([' ', '_'], "-");
    names
        .into_iter()
        .map(|name| (strsim::normalized_damerau_levenshtein(&typed, name), name))
        // Half alike is nothing alike: `moves` is no `gameover`.
        .filter(|&(likeness, _)| likeness > 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// `did you mean NAME? `, or nothing where no name is like what was typed.
pub fn suggest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, names).map_or_else(String::new, |near| format!("did you mean {near}? "))
}

/// A part of what was typed for a message: not too long, and on one line.
pub fn shown(text: &str) -> String {
    let more = if text.chars().nth(40).is_some() { "…" } else { "" };
    text.chars().take(40).flat_map(char::escape_debug).chain(more.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_finds_the_game() {
        let names = ["shut-the-box", "senet", "outwit", "shout-7", "shell-out"];
        let near = |typed| nearest(typed, names);
        assert_eq!(near("sennet"), Some("senet"));
        assert_eq!(near("Shut The Box"), Some("shut-the-box"));
        assert_eq!(near("shout7"), Some("shout-7"));
        assert_eq!(near("shellout"), Some("shell-out"));
        assert_eq!(near("chess"), None);
        assert_eq!(nearest("moves", ["gameover"]), None);
        assert_eq!(near(""), None);
        assert_eq!(suggest("sennet", names), "did you mean senet? ");
        assert_eq!(suggest("chess", names), "");
    }

    #[test]
    fn little_is_shown_of_what_is_long_or_no_plain_text() {
        assert_eq!(shown("a\nb"), "a\\nb");
        assert_eq!(shown(&"x".repeat(99)).chars().count(), 41);
    }
}
