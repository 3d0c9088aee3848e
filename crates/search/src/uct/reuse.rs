//! Finding the new position in the tree of an earlier search.

use parlour_core::game::apply;
use parlour_core::{Action, Game};

use super::tree::{Edge, Id, Tree};
use crate::mind::Mind;

/// How many plies on the new position is looked for: an own move, the answers of a full table and
/// the throws in between.
const PLIES: usize = 24;
/// How many positions are compared before the search begins anew.
const MOST: usize = 4096;

/// What an earlier search of an open game found about `target`, if that came of `root`.
pub(super) fn subtree<G: Mind>(
    game: &G,
    tree: &Tree<G>,
    root: &G::State,
    target: &G::State,
) -> Option<Tree<G>> {
    let mut compared = 0;
    let mut edge = vec![(Id::ROOT, *root)];
    // Breadth first: the position is most often an own move and one answer away.
    for _ in 0..PLIES {
        let mut next = Vec::new();
        for (id, state) in edge {
            if state == *target {
                return Some(tree.below(id)).filter(|tree| tree.node(Id::ROOT).grown());
            }
            for child in tree.children(id).filter(|&child| tree.node(child).visits > 0) {
                compared += 1;
                if compared > MOST {
                    return None;
                }
                let mut after = state;
                apply(game, &mut after, action::<G>(tree.node(child).edge)?);
                next.push((child, after));
            }
        }
        edge = next;
    }
    None
}

fn action<G: Game>(edge: super::tree::EdgeOf<G>) -> Option<parlour_core::ActionOf<G>> {
    match edge {
        Edge::Move(mv) => Some(Action::Move(mv)),
        Edge::Chance(chance) => Some(Action::Chance(chance)),
        Edge::View(_) => None,
    }
}
