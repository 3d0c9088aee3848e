//! Every puzzle of every game works, and a puzzle file with a mistake is refused with line and reason.

use std::collections::{BTreeMap, BTreeSet};

use parlour_games::{all, find};
use parlour_lessons::{
    Attempt, AttemptVerdict, Likeness, Puzzle, PuzzleBook, PuzzleGrade, puzzle_count, puzzles,
    read_puzzles,
};
use parlour_search::{Budget, Certainty, SearchControl, SearchRequest};
use parlour_session::{Entry, Spec, search_once};

fn books() -> impl Iterator<Item = (&'static Entry, PuzzleBook)> {
    let read = |entry: &'static Entry| {
        let book = puzzles(entry).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        (entry, book)
    };
    all().map(read).filter(|(_, book)| !book.puzzles.is_empty())
}

#[test]
fn a_game_has_at_least_60_puzzles_a_third_of_each_grade_and_at_most_ten_alike() {
    let mut too_many = Vec::new();
    for (entry, book) in books() {
        let mut grades = BTreeMap::new();
        let mut alike: BTreeMap<Likeness, Vec<&str>> = BTreeMap::new();
        for puzzle in &book.puzzles {
            *grades.entry(puzzle.grade()).or_insert(0) += 1;
            if let Some(kind) = puzzle.likeness() {
                alike.entry(kind).or_default().push(&puzzle.id);
            }
        }
        for question in &book.counting {
            *grades.entry(question.grade()).or_insert(0) += 1;
        }
        let count = puzzle_count(entry);
        assert!(count >= 60, "{}: {count}", entry.id);
        for grade in PuzzleGrade::ALL {
            let count = grades.get(&grade).copied().unwrap_or(0);
            assert!(count >= 20, "{}: {count} {}", entry.id, grade.name());
        }
        let crowds = alike.into_values().filter(|ids| ids.len() > 10);
        too_many.extend(crowds.map(|ids| format!("{}: {}", entry.id, ids.join(" "))));
        let starts = book.puzzles.iter().map(|puzzle| &puzzle.start);
        let starts = starts.chain(book.counting.iter().map(|question| &question.start));
        let positions: BTreeSet<String> = starts.map(|start| start.position()).collect();
        assert_eq!(positions.len(), count, "{}: a position twice", entry.id);
    }
    assert_eq!(too_many, Vec::<String>::new(), "more than ten are alike");
}

#[test]
fn puzzles_are_numbered_from_1_so_that_a_day_can_name_one() {
    for (entry, book) in books() {
        let ids = book.puzzles.iter().map(|puzzle| &puzzle.id);
        let ids: Vec<&String> = ids.chain(book.counting.iter().map(|asked| &asked.id)).collect();
        assert_eq!(ids.len(), puzzle_count(entry), "{}", entry.id);
        for (number, id) in (1..).zip(ids) {
            assert_eq!(*id, format!("puzzle-{number}"), "{}", entry.id);
        }
    }
}

/// By how much the best move must be better than the next, as docs/puzzles.md says.
fn least_gap(puzzle: &Puzzle) -> f64 {
    if puzzle.dice() { 0.02 } else { 0.20 }
}

/// Every right answer solves it, every other legal move is answered with what it gives away, and the line
/// can be played.
fn replay(entry: &Entry, puzzle: &Puzzle) {
    let at = format!("{}, {}", entry.id, puzzle.id);
    assert!(puzzle.best() - puzzle.next() > least_gap(puzzle), "{at}: not clear");
    assert!(puzzle.next() < 0.9 && puzzle.best() > 0.1, "{at}: decided");
    assert_eq!(puzzle.line.first(), puzzle.right.first().map(|(action, _)| action), "{at}");
    let exercise = puzzle.exercise();
    for action in puzzle.start.legal() {
        let mut attempt = Attempt::new(&exercise);
        let right = puzzle.right.iter().any(|(right, _)| *right == action);
        let loss = puzzle.loss(&action);
        assert_eq!(right, loss.share == 0.0, "{at}: {action}");
        // The engine's answer is looked at for the moves that are listed.
        if !right && loss.at_least {
            continue;
        }
        match attempt.play(&action).expect("a legal move").verdict {
            AttemptVerdict::Done => assert!(right, "{at}: {action}"),
            AttemptVerdict::Mistake(said) => {
                assert!(!right && said.is_some_and(|said| said.says.ends_with('.')), "{at}");
            }
            AttemptVerdict::GoOn => panic!("{at}: {action} goes on"),
        }
    }
    let mut session = puzzle.start.clone();
    for action in &puzzle.line {
        session.play(action).unwrap_or_else(|error| panic!("{at}: {action}: {error}"));
    }
}

#[test]
fn every_puzzle_can_be_replayed_and_every_answer_is_answered() {
    std::thread::scope(|scope| {
        for (entry, book) in books() {
            scope.spawn(move || book.puzzles.iter().for_each(|puzzle| replay(entry, puzzle)));
        }
    });
}

#[test]
fn exact_values_are_exact_and_others_agree_with_a_search_of_a_sample() {
    for (entry, book) in books() {
        let exact = |puzzle: &&Puzzle| puzzle.certainty == Certainty::Exact;
        for puzzle in book.puzzles.iter().filter(exact) {
            let Some(solved) = puzzle.start.solution() else { continue };
            for (action, share) in puzzle.right.iter().chain(&puzzle.wrong) {
                let known = solved.moves.iter().find(|(known, _)| known == action);
                let value = known.expect("a legal move").1[puzzle.seat.index()];
                assert!((value - share).abs() < 0.001, "{}, {}: {action}", entry.id, puzzle.id);
            }
        }
        for puzzle in book.puzzles.iter().filter(|puzzle| !exact(puzzle)).step_by(12) {
            let budget = Budget { nodes: Some(puzzle.nodes), ..Budget::default() };
            let request = SearchRequest::best_line(budget, 3);
            let report =
                search_once(&*puzzle.start, &Spec::best(), 1, &request, &SearchControl::none())
                    .expect("an engine")
                    .expect("a player is to move");
            let best = &report.lines[0].moves[0];
            let found = puzzle.right.iter().any(|(right, _)| right == best);
            assert!(found, "{}, {}: {best} is not right", entry.id, puzzle.id);
        }
    }
}

#[test]
fn a_question_about_a_secret_has_counted_answers_and_a_reason_for_what_is_ruled_out() {
    let mut asked = 0;
    for (entry, book) in books() {
        for question in &book.counting {
            asked += 1;
            let at = format!("{}, {}", entry.id, question.id);
            assert!(question.right().count() <= 2 && question.wrong().count() >= 2, "{at}");
            let mut sum = 0.0;
            for (owner, site) in question.start.secret_sites() {
                let mut places = question.places.iter().filter(|place| place.owner == owner);
                if places.clone().next().is_some() {
                    sum += 1.0;
                    let possible = places.any(|place| place.site == site && place.chance > 0.0);
                    assert!(possible, "{at}: counted wrong");
                }
            }
            let chances: f64 = question.places.iter().map(|place| place.chance).sum();
            assert!(sum > 0.0 && (chances - sum).abs() < 1e-9, "{at}: {chances}");
            for place in question.right() {
                assert!(question.judge(place).0 && question.ruled_out(place).is_none(), "{at}");
            }
            for place in question.wrong() {
                let (right, says) = question.judge(place);
                assert!(!right && says.ends_with('.'), "{at}: {says}");
                let ruled_out = question.ruled_out(place).is_some();
                assert_eq!(ruled_out, place.chance == 0.0, "{at}: why not {}", place.name);
            }
        }
        assert!(entry.secrets || book.counting.is_empty(), "{}: no secrets", entry.id);
    }
    assert!(asked >= 10, "{asked}");
}

/// A puzzle of Shut the Box with its exact values.
const PUZZLE: &str = "\
## Themes
highest: The highest lid

## 1
position: 123456789 0,0 1 53
right: 8=53.1
wrong: 1+7=43.9
line: 8
certainty: exact
themes: highest
levels: 1 8
";

#[test]
fn a_puzzle_file_with_a_mistake_is_refused_with_line_and_reason() {
    let entry = find("shut-the-box").expect("a game");
    assert_eq!(read_puzzles(entry, PUZZLE).expect("a puzzle").puzzles.len(), 1);
    let refused = |from: &str, to: &str, reason: &str| {
        let error = read_puzzles(entry, &PUZZLE.replace(from, to)).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    };
    refused("8=53.1", "8", "line 6: a value is 'move=percentage', not '8'");
    refused("8=53.1", "9=53.1", "line 6: 9 is not legal here");
    refused("1+7=43.9", "1+7=60", "line 7: a wrong move is as good as the best right one");
    refused("themes: highest", "themes: lowest", "line 4: '## Themes' has no 'lowest:'");
    refused("1 8", "1 9", "line 11: levels are 1 to 8, not '9'");
    refused("exact", "sure", "line 9: 'certainty:' is estimated, proven or exact");
    refused("0,0 1 53", "0,0 1 ?", "line 4: no player is to move in this puzzle");
}

#[test]
fn a_loss_is_known_for_listed_moves_and_a_lower_bound_for_others() {
    let entry = find("shut-the-box").expect("a game");
    let book = read_puzzles(entry, PUZZLE).expect("a puzzle");
    let puzzle = &book.puzzles[0];
    assert_eq!(puzzle.loss("8").share, 0.0);
    assert!((puzzle.loss("1+7").share - 0.092).abs() < 1e-9 && !puzzle.loss("1+7").at_least);
    assert!(puzzle.loss("3+5").at_least);
    assert_eq!(puzzle.grade(), PuzzleGrade::Hard);
    let why = puzzle.why("8");
    assert!(why.iter().any(|fact| fact.kind == "lowest-mean"), "{why:?}");
}
