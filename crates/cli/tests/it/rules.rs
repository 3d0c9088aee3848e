//! Rule pages in the terminal.

use parlour_games::all;

use crate::common;

#[test]
fn every_rule_page_fits_a_terminal() {
    for game in all() {
        let output = common::parlour(&["rules", game.id]);
        assert!(output.status.success());
        let page = String::from_utf8(output.stdout).expect("text");
        assert_eq!(page.lines().next(), Some(game.name));
        // A position's text has no place to break; everything else has.
        let long = page.lines().filter(|line| line.chars().count() > 80 && line.contains(' '));
        let long: Vec<&str> = long.filter(|line| !line.contains('/')).collect();
        assert!(long.is_empty(), "{}: {long:#?}", game.id);
        assert!(!page.contains("**") && !page.contains("\n## "), "{}: Markdown shows", game.id);
        assert!(!page.contains("[picture:"), "{}: the board is drawn", game.id);
    }
}

#[test]
fn the_page_itself_is_to_be_had() {
    for game in all() {
        let output = common::parlour(&["rules", game.id, "--markdown"]);
        assert_eq!(String::from_utf8(output.stdout).expect("text"), game.rules);
    }
}
