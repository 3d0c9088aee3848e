//! Proof that a lesson works: by search, not by trust.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use parlour_core::Turn;

use crate::attempt::{Attempt, AttemptVerdict};
use crate::course::{Exercise, Lesson, LessonKind, Mistake};

/// The longest sentence, in characters: two lines on a phone are more than enough.
const LONGEST: usize = 240;

/// What is known about a lesson after all its answers were tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// What is wrong; nothing for a lesson that works.
    pub problems: Vec<String>,
    /// How many moves are legal at the start.
    pub answers: usize,
    /// Those of them that reach the goal or lead to it.
    pub right: Vec<String>,
}

/// Tries every answer to a lesson: the goal can be reached, par is the minimum, every mistake has its
/// sentence and its consequence, and every sentence is there.
pub fn prove(lesson: &Lesson) -> Proof {
    prove_until(lesson, &AtomicBool::new(false))
}

/// The same, unless `stop` becomes true: then it ends soon, and the proof is worth nothing.
pub fn prove_until(lesson: &Lesson, stop: &AtomicBool) -> Proof {
    let mut proof = Proof::default();
    let sentences = lesson.text.iter().chain([&lesson.task]);
    proof.problems.extend(sentences.filter_map(|sentence| unclear(sentence)));
    if let LessonKind::Exercise(exercise) = &lesson.kind {
        let later = exercise.prompts.iter().skip(1).map(|prompt| &prompt.task);
        let sentences = mistakes(exercise).map(|mistake| &mistake.says).chain(later);
        proof.problems.extend(sentences.chain([&exercise.done]).filter_map(|s| unclear(s)));
        try_all(exercise, &mut proof, stop);
    }
    proof
}

/// The foreseen mistakes of all moves.
fn mistakes(exercise: &Exercise) -> impl Iterator<Item = &Mistake> {
    exercise.prompts.iter().flat_map(|prompt| &prompt.mistakes)
}

/// Why a text is no sentence to show.
fn unclear(sentence: &str) -> Option<String> {
    let fault = if !sentence.starts_with(|c: char| c.is_uppercase() || c.is_numeric()) {
        "should begin with a capital"
    } else if !sentence.ends_with(['.', '!', '?']) {
        "should end with a full stop"
    } else if sentence.chars().count() > LONGEST {
        "is too long"
    } else {
        return None;
    };
    Some(format!("'{sentence}' {fault}"))
}

fn try_all(exercise: &Exercise, proof: &mut Proof, stop: &AtomicBool) {
    let mut attempt = Attempt::until(exercise, stop);
    if attempt.session().turn() != Turn::Player(exercise.seat) {
        proof.problems.push("the learner is never to move".to_owned());
        return;
    }
    match attempt.solution() {
        None => {
            let within = exercise.within;
            proof.problems.push(format!("the goal cannot be reached within {within} moves"));
            return;
        }
        Some(moves) if moves.len() != usize::from(exercise.par) => {
            let (least, way) = (moves.len(), moves.join(" "));
            proof.problems.push(format!("par is {least}, by {way}, not {}", exercise.par));
        }
        Some(moves) => proof.problems.extend(skipped(exercise, &moves, stop)),
    }
    let mut foreseen = BTreeSet::new();
    answers(exercise, &mut Attempt::until(exercise, stop), proof, &mut foreseen);
    for Mistake { line, .. } in mistakes(exercise) {
        if !foreseen.contains(line) {
            proof.note(format!("the mistake on line {line} applies to no answer"));
        }
    }
}

impl Proof {
    /// Notes a problem, once.
    fn note(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

/// Throws and replies of the file that cannot be made on the way to the goal.
fn skipped(exercise: &Exercise, moves: &[String], stop: &AtomicBool) -> Option<String> {
    let mut attempt = Attempt::until(exercise, stop);
    let played = moves.iter().try_for_each(|action| attempt.play(action).map(drop));
    let skipped = attempt.skipped().join(" ");
    match played {
        Err(error) => Some(error.to_string()),
        Ok(()) if skipped.is_empty() => None,
        Ok(()) => Some(format!("after {} these are not possible: {skipped}", moves.join(" "))),
    }
}

/// Tries every legal move of an attempt, and every move after those that lead on.
fn answers(
    exercise: &Exercise,
    attempt: &mut Attempt<'_>,
    proof: &mut Proof,
    foreseen: &mut BTreeSet<usize>,
) {
    let (before, first) = (attempt.state(), attempt.moves() == 0);
    for action in attempt.session().legal() {
        if attempt.stopped() {
            return;
        }
        let step = match attempt.play(&action) {
            Ok(step) => step,
            Err(error) => {
                proof.note(format!("{action}: {error}"));
                continue;
            }
        };
        proof.answers += usize::from(first);
        if first && !matches!(step.verdict, AttemptVerdict::Mistake(_)) {
            proof.right.push(action.clone());
        }
        match step.verdict {
            AttemptVerdict::Done if step.frames.len() <= exercise.shows.len() => {
                proof.note(
                    "what 'shows:' names is not possible after every right answer".to_owned(),
                );
            }
            AttemptVerdict::Done => {}
            AttemptVerdict::GoOn => answers(exercise, attempt, proof, foreseen),
            AttemptVerdict::Mistake(None) => proof.note(format!("no sentence answers {action}")),
            AttemptVerdict::Mistake(Some(mistake)) => {
                if step.frames.len() <= mistake.shows.len() {
                    let line = mistake.line;
                    proof.note(format!("what the mistake on line {line} shows is not possible after every such answer, as after {action}"));
                }
                foreseen.insert(mistake.line);
            }
        }
        attempt.rewind(before.clone());
    }
}
