//! A tree of variations, and its text: a record whose actions may branch.
//!
//! ```text
//! parlour: 1
//! game: senet
//! title: The last five squares
//! position: .............w..b......w....b. w - 4
//! actions:
//! {Both are close.} 14/18 ! [Straight on] {Keeps the two together.} @18 @14>18
//! (29/off ?? {Leaves two behind.} t2) t3
//! ```
//!
//! A record without any of these signs is a tree with one line, so every record is one. After an action:
//!
//! | sign | meaning |
//! | --- | --- |
//! | `( … )` | a variation: other actions in place of the last one |
//! | `{ … }` | a comment on the position |
//! | `[ … ]` | the name of the line that begins with the last action |
//! | `!` `?` `!!` `??` `!?` `?!` | a verdict on the last action |
//! | `@SITE`, `@SITE>SITE` | a circle, an arrow |
//!
//! Comments, circles and arrows before the first action belong to the starting position. In a comment or a
//! name, a backslash stands before `}`, `]` and a backslash.

mod read;
mod write;

use std::fmt;

use parlour_core::{NotationError, OptionError, OptionValues, Seat, Turn};
use parlour_games::find;
use parlour_session::{Session, did_you_mean::shown};
use serde::{Deserialize, Serialize};

pub use read::main_line;

/// The version of the form, the same as that of records.
const VERSION: &str = "1";
/// No tree has more nodes than this.
pub const MOST_NODES: usize = 4_000;
/// The longest comment, in bytes.
pub const LONGEST_COMMENT: usize = 4_000;
/// The longest name of a line or title of a tree, in bytes.
pub const LONGEST_NAME: usize = 200;
/// The most circles and arrows at one node.
pub const MOST_SHAPES: usize = 64;
/// Verdicts on an action.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// A circle or an arrow on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "TreeShape"))]
#[cfg_attr(feature = "schema", schema(as = TreeShape))]
pub struct Shape {
    /// The name of the site of a circle, or of the site where an arrow begins.
    pub from: String,
    /// The site where an arrow ends; null for a circle.
    pub to: Option<String>,
}

/// A position of the tree, by the action that leads to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The action; empty at the root.
    pub action: String,
    /// Who made it; `None` for chance, at the root, and before the tree is checked.
    pub by: Option<Seat>,
    /// The node before, a place in [`Tree::nodes`]; the root is its own.
    pub parent: usize,
    /// What may follow, the main line first.
    pub children: Vec<usize>,
    /// The name of the line that begins here.
    pub name: String,
    /// A comment on the position.
    pub comment: String,
    /// A verdict on the action, one of [`GLYPHS`], or nothing.
    pub glyph: String,
    /// Circles and arrows.
    pub shapes: Vec<Shape>,
}

/// A game with all its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The game's id.
    pub game: String,
    /// The options, where the tree begins at the start of a game.
    pub options: Vec<(String, String)>,
    /// The position where the tree begins; `None`: the start of a game.
    pub position: Option<String>,
    /// A title; may be empty.
    pub title: String,
    /// The nodes, the root first, each behind its parent.
    pub nodes: Vec<Node>,
}

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The options are wrong.
    Option(OptionError),
    /// The position is wrong.
    Position(NotationError),
    /// An action cannot be made where it stands, on this line.
    Action(usize, NotationError),
    /// Anything else, as a message.
    Text(String),
}

impl TreeError {
    fn unknown_game(id: &str) -> Self {
        TreeError::Text(format!("there is no game '{}' here", shown(id)))
    }

    fn too_long(line: usize) -> Self {
        TreeError::Text(format!(
            "line {line}: too long; a tree has at most {MOST_NODES} actions, a comment \
             {LONGEST_COMMENT} bytes, a name {LONGEST_NAME}, and a position {MOST_SHAPES} marks"
        ))
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Option(error) => error.fmt(f),
            TreeError::Position(error) => error.fmt(f),
            TreeError::Action(line, error) => write!(f, "line {line}: {error}"),
            TreeError::Text(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TreeError {}

impl Tree {
    /// A tree without any action.
    pub fn new(game: &str, options: Vec<(String, String)>, position: Option<String>) -> Self {
        let (game, title) = (game.to_owned(), String::new());
        Tree { game, options, position, title, nodes: vec![Node::default()] }
    }

    fn add(&mut self, parent: usize, action: &str, line: usize) -> Result<usize, TreeError> {
        // The same action twice is one node: a variation may repeat the way to its own branch.
        let children = &self.nodes[parent].children;
        if let Some(&known) = children.iter().find(|&&child| self.nodes[child].action == action) {
            return Ok(known);
        }
        if self.nodes.len() > MOST_NODES {
            return Err(TreeError::too_long(line));
        }
        let node = Node { action: action.to_owned(), parent, ..Node::default() };
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        self.nodes[parent].children.push(index);
        Ok(index)
    }

    /// The game at the root.
    ///
    /// # Errors
    /// When game, options or position are wrong.
    pub fn open(&self) -> Result<Box<dyn Session>, TreeError> {
        let entry = find(&self.game).ok_or_else(|| TreeError::unknown_game(&self.game))?;
        match &self.position {
            Some(position) => (entry.load)(position).map_err(TreeError::Position),
            None => {
                let options: OptionValues = self.options.iter().cloned().collect();
                (entry.open)(&options).map_err(TreeError::Option)
            }
        }
    }

    /// Plays every line through, and notes who made each action.
    fn check(&mut self, lines: &[usize]) -> Result<(), TreeError> {
        // Short variations come before long ones, so that few games wait half played, whatever the tree.
        let sizes = self.sizes();
        let largest_first = |nodes: &[Node], node: usize| {
            let mut children = nodes[node].children.clone();
            children.sort_by_key(|&child| std::cmp::Reverse(sizes[child]));
            children
        };
        let mut waiting = vec![(self.open()?, largest_first(&self.nodes, 0))];
        while let Some((session, children)) = waiting.last_mut() {
            let Some(child) = children.pop() else {
                waiting.pop();
                continue;
            };
            // The last one takes the game itself: a long line without branches copies nothing.
            let next = if children.is_empty() { None } else { Some(session.clone()) };
            let next = next.or_else(|| waiting.pop().map(|(session, _)| session));
            let Some(mut next) = next else { break };
            self.nodes[child].by = match next.turn() {
                Turn::Player(seat) => Some(seat),
                _ => None,
            };
            let wrong = |error| TreeError::Action(lines[child], error);
            next.play(&self.nodes[child].action).map_err(wrong)?;
            waiting.push((next, largest_first(&self.nodes, child)));
        }
        Ok(())
    }

    /// The number of nodes of each variation, the node where it begins among them.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1).rev() {
            sizes[node.parent] += sizes[index];
        }
        sizes
    }

    /// The actions from the root to a node.
    pub fn path(&self, node: usize) -> Vec<&str> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push(self.nodes[at].action.as_str());
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::Viewer;
    use parlour_core::rng::{below, seeded};
    use parlour_session::Entry;

    use super::*;

    const STUDY: &str = "parlour: 1
game: outwit
rules: 1
title: Two ways to begin
player 1: Ann
actions:
{Where to go?} e5e1 ! [The edge] {Closes \\} the side.} @e1 @e5>e1
# A remark.
(e5b5 ?! (e5a5)) e6e10
";

    fn grown(seed: u64, game: &Entry) -> Tree {
        let mut rng = seeded(seed);
        let mut tree = Tree::new(game.id, Vec::new(), None);
        for _ in 0..4 {
            let mut session = tree.open().expect("a game");
            let mut at = 0;
            for _ in 0..8 + below(&mut rng, 8) {
                let Some(action) = session.sample(&mut rng) else { break };
                session.play(&action).expect("legal");
                at = tree.add(at, &action, 1).expect("few enough");
                let node = &mut tree.nodes[at];
                match below(&mut rng, 6) {
                    0 => node.comment = "a } brace, a \\ and\na new # line".to_owned(),
                    1 => node.name = "[x]".to_owned(),
                    2 => node.glyph = GLYPHS[below(&mut rng, 6) as usize].to_owned(),
                    3 => {
                        let sites = session.layout(Viewer::Public).sites;
                        let site = |n: usize| sites[n % sites.len()].name.clone();
                        node.shapes = vec![
                            Shape { from: site(3), to: None },
                            Shape { from: site(5), to: Some(site(8)) },
                        ];
                    }
                    _ => {}
                }
            }
        }
        tree
    }

    fn refused(text: &str) -> String {
        Tree::read(text).expect_err("it does not fit").to_string()
    }

    #[test]
    fn names_comments_verdicts_and_shapes_belong_to_the_action_before_them() {
        let tree = Tree::read(STUDY).expect("a tree");
        assert_eq!((tree.title.as_str(), tree.nodes.len()), ("Two ways to begin", 5));
        assert_eq!(tree.nodes[0].comment, "Where to go?");
        let edge = &tree.nodes[1];
        assert_eq!(
            (edge.action.as_str(), edge.glyph.as_str(), edge.by),
            ("e5e1", "!", Some(Seat(0)))
        );
        assert_eq!((edge.name.as_str(), edge.comment.as_str()), ("The edge", "Closes } the side."));
        assert_eq!(edge.shapes.len(), 2);
        let roots: Vec<&str> =
            tree.nodes[0].children.iter().map(|&child| tree.nodes[child].action.as_str()).collect();
        assert_eq!(roots, ["e5e1", "e5b5", "e5a5"]);
        assert_eq!(tree.path(4), ["e5e1", "e6e10"]);
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_line() {
        for (change, said) in [
            (("parlour: 1", "chess: 1"), "a record begins with 'parlour: 1'"),
            (("outwit", "go"), "there is no game 'go' here"),
            (("rules: 1", "rules: 99"), "by other rules"),
            (("title", "tittle"), "line 4: there is no field 'tittle'"),
            (("e6e10", "a1a1"), "line 9: "),
            (("e5a5))", "e5a5)"), "'(' has no counterpart"),
            (("e5a5)", "e5a5))"), "line 9: ')' has no counterpart"),
            (("{Where", "(Where"), "line 7: there is no action before '('"),
            (("@e1", "@z1"), "line 7: there is no place 'z1' on the board"),
            (("side.}", "side."), "line 7: '{' has no counterpart"),
            (("actions:", "moves: "), "there is no field 'moves'"),
        ] {
            let error = refused(&STUDY.replace(change.0, change.1));
            assert!(error.contains(said), "{change:?}: {error}");
        }
    }

    #[test]
    fn a_tree_may_begin_at_a_position() {
        let position = ".............w..b......w....b. w - 4";
        let tree = Tree::new("senet", Vec::new(), Some(position.to_owned()));
        let legal = tree.open().expect("a position").legal();
        let tree = tree.read_actions(&legal[0]).expect("legal");
        assert_eq!(Tree::read(&tree.to_string()), Ok(tree));
        let wrong = Tree::new("senet", Vec::new(), Some("nothing".to_owned()));
        assert!(matches!(wrong.read_actions(""), Err(TreeError::Position(_))));
    }

    #[test]
    fn a_long_title_is_cut_and_reads_back_as_it_is_written() {
        let title = format!("{} {}", "a".repeat(LONGEST_NAME - 1), "b".repeat(9));
        let text = format!("parlour: 1\ngame: senet\ntitle: {title}\nactions:\n");
        let tree = Tree::read(&text).expect("a tree");
        assert_eq!(tree.title, "a".repeat(LONGEST_NAME - 1));
        assert_eq!(Tree::read(&tree.to_string()), Ok(tree));
    }

    #[test]
    fn variations_within_variations_may_be_as_deep_as_they_like() {
        // Each variation stands within the one before.
        let start = parlour_games::find("outwit").map(|game| (game.open)(&Default::default()));
        let actions = start.expect("a game").expect("its start").legal();
        let deep: String = actions.iter().map(|action| format!("{action} (")).collect();
        let text = format!("parlour: 1\ngame: outwit\nactions:\n{deep}");
        assert!(refused(&text).contains("'(' has no counterpart"));
        let tree = Tree::read(&format!("{text}{}", ")".repeat(actions.len()))).expect("a tree");
        assert_eq!(tree.nodes[0].children.len(), actions.len());
        // Parentheses alone lead nowhere, however many there are.
        let open = format!("parlour: 1\ngame: outwit\nactions:\ne5e1 {}", "(".repeat(60_000));
        assert!(refused(&open).contains("there is no action before '('"));
        let closed = format!("parlour: 1\ngame: outwit\nactions:\ne5e1 {}", ")".repeat(60_000));
        assert!(refused(&closed).contains("')' has no counterpart"));
    }

    #[test]
    fn every_tree_reads_back_as_it_was_written_for_every_game() {
        for game in parlour_games::all() {
            for seed in 0..20 {
                let tree = grown(seed, game);
                let text = tree.to_string();
                let read = Tree::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read.to_string(), text, "{}", game.id);
                let notes = |tree: &Tree| -> Vec<_> {
                    let note = |i: usize| (tree.path(i).join(" "), tree.nodes[i].comment.clone());
                    let mut notes: Vec<_> = (0..tree.nodes.len()).map(note).collect();
                    notes.sort();
                    notes
                };
                assert_eq!(notes(&read), notes(&tree), "{}", game.id);
            }
        }
    }

    #[test]
    fn the_main_line_of_a_tree_is_a_record_that_knows_no_variations() {
        for game in parlour_games::all() {
            let tree = grown(3, game);
            let text = main_line(&tree.to_string());
            let mut main = vec![];
            let mut at = 0;
            while let Some(&child) = tree.nodes[at].children.first() {
                main.push(tree.nodes[child].action.clone());
                at = child;
            }
            let (_, actions) = text.split_once("actions:").expect("actions");
            let actions: Vec<&str> = actions.split_whitespace().collect();
            assert_eq!(actions, main, "{}", game.id);
            assert_eq!(
                main_line(&text).trim_end(),
                text.trim_end(),
                "a plain record stays as it is"
            );
        }
    }
}
