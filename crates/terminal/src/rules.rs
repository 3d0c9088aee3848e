//! Parts of a rule page.

/// The part of a rule page that a reason or a person names: the section under a heading with these
/// words, or the paragraph of a ruling (`S5`). All of the page for an empty name.
pub(crate) fn part(page: &str, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some(page.to_owned());
    }
    let wanted = name.to_lowercase();
    let is_heading = |line: &&str| line.starts_with('#');
    let mut lines = page
        .lines()
        .skip_while(|line| !(is_heading(line) && line.to_lowercase().contains(&wanted)));
    if let Some(first) = lines.next() {
        let rest: Vec<&str> = lines.take_while(|line| !is_heading(line)).collect();
        return Some(format!("{first}\n{}\n", rest.join("\n")));
    }
    let is_named = |line: &&str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.to_lowercase() == wanted)
    };
    let line = page.lines().find(is_named)?;
    // Rulings stand in a table: number, ruling, reason.
    let cells: Vec<&str> = line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    Some(format!("{}\n", cells.get(..2).unwrap_or(&cells).join(": ")))
}

/// The rule page from the part of this name on; all of it where a ruling is named, or nothing.
pub(crate) fn from(page: &str, name: &str) -> Option<String> {
    let part = part(page, name)?;
    let start = part.lines().next().filter(|line| line.starts_with('#'));
    let at = start.and_then(|heading| page.find(&format!("{heading}\n")));
    Some(at.map_or(part, |at| page[at..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn every_rule_that_a_page_numbers_is_found_by_its_number() {
        let page = "# Go\n\nIntro.\n\n## A turn\nMove.\n\n## Rulings\n| **S4** | One. |\n| **S5** | Two. | Why. |\n";
        assert_eq!(part(page, "").as_deref(), Some(page));
        assert_eq!(part(page, "a turn").as_deref(), Some("## A turn\nMove.\n\n"));
        assert_eq!(part(page, "s5").as_deref(), Some("**S5**: Two.\n"));
        assert_eq!(part(page, "S9"), None);
    }
}
