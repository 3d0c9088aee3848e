//! Games given as text: a line for each position.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

/// The third recurrence of a position ends the game.
const DRAW: u8 = u8::MAX;
/// From here on states are wins of the players.
const WINS: u8 = 100;

/// A line of the text says what follows a position: `name 1: m target, …` for moves of player 1, each a letter;
/// `name chance: 3 target, …` for outcomes, each with its weight. The targets `win1`, `win2`, … end the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    seats: u8,
    /// Whether a repetition rule counts the positions.
    repetition: bool,
    positions: Vec<Position>,
}

#[derive(Clone, Debug, PartialEq)]
struct Position {
    name: String,
    turn: Turn,
    /// Moves or weights, with the states that they lead to.
    edges: Vec<(String, u8)>,
}

impl Graph {
    pub(crate) fn new(seats: u8, repetition: bool, text: &str) -> Self {
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let name = |line: &str| line.split(' ').next().expect("a name").to_owned();
        let names: Vec<String> = lines.iter().map(|line| name(line)).collect();
        let state = |target: &str| match target.strip_prefix("win") {
            Some(player) => WINS + player.parse::<u8>().expect("a player") - 1,
            None => names.iter().position(|name| name == target).expect("a position") as u8,
        };
        let position = |line: &&str| {
            let (head, tail) = line.split_once(": ").expect("a colon");
            let turn = match head.split_once(' ').expect("a turn").1 {
                "chance" => Turn::Chance,
                player => Turn::Player(Seat(player.parse::<u8>().expect("a player") - 1)),
            };
            let edges = tail.split(", ").map(|edge| edge.split_once(' ').expect("a target"));
            let edges = edges.map(|(label, target)| (label.to_owned(), state(target)));
            Position { name: name(line), turn, edges: edges.collect() }
        };
        let positions = lines.iter().map(position).collect();
        Graph { seats, repetition, positions }
    }

    /// The position with this name.
    pub(crate) fn at(&self, name: &str) -> u8 {
        self.positions.iter().position(|position| position.name == name).expect("a name") as u8
    }

    fn edges(&self, state: u8, turn: Turn) -> &[(String, u8)] {
        let position = self.positions.get(usize::from(state));
        position.filter(|here| here.turn == turn).map_or(&[], |here| &here.edges)
    }
}

impl Game for Graph {
    type State = u8;
    type Move = char;
    /// The state that follows.
    type Chance = u8;
    type Key = u8;

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, &state: &u8) -> Turn {
        self.positions.get(usize::from(state)).map_or(Turn::Over, |position| position.turn)
    }

    fn moves<B>(&self, state: &u8, visit: impl FnMut(char) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.turn(state) {
            turn @ Turn::Player(_) => {
                let moves = self.edges(*state, turn).iter();
                moves.map(|(label, _)| label.chars().next().expect("a letter")).try_for_each(visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn chances<B>(
        &self,
        &state: &u8,
        mut visit: impl FnMut(u8, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut outcomes = self.edges(state, Turn::Chance).iter();
        outcomes.try_for_each(|(weight, next)| visit(*next, weight.parse().expect("a weight")))
    }

    fn play(&self, state: &mut u8, mv: char) {
        let edges = &self.positions[usize::from(*state)].edges;
        *state = edges.iter().find(|(label, _)| label.starts_with(mv)).expect("a legal move").1;
    }

    fn resolve(&self, state: &mut u8, next: u8) {
        *state = next;
    }

    fn shares(&self, &state: &u8) -> Option<Shares> {
        match state {
            DRAW => Some(Shares::draw(self.seats)),
            WINS.. => Some(Shares::sole(self.seats, Seat(state - WINS))),
            _ => None,
        }
    }

    fn key(&self, state: &u8) -> Option<u8> {
        self.repetition.then_some(*state)
    }

    fn irreversible(&self, state: &u8) -> bool {
        !matches!(self.turn(state), Turn::Player(_))
    }

    fn end_by_recurrence(&self, state: &mut u8) {
        *state = DRAW;
    }
}

impl Heuristics for Graph {}
