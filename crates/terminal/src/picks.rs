//! How picked sites become a move. Only the click paths of the choices decide; no rules are known here.

use parlour_core::scene::{Path, Picture, SiteId};
use parlour_session::Choice;

/// The choices of a turn and the sites picked so far.
#[derive(Default)]
pub(crate) struct Picks {
    choices: Vec<Choice>,
    picked: Vec<SiteId>,
}

/// What became of a pick.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// The move of this text is complete.
    Move(String),
    /// More has to be picked, or something was let go.
    More,
    /// The site cannot be picked.
    Not,
}

impl Picks {
    /// Nothing is picked yet.
    pub(crate) fn new(choices: Vec<Choice>) -> Self {
        Picks { choices, picked: Vec::new() }
    }

    /// The choices of the turn.
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The sites picked so far.
    pub(crate) fn picked(&self) -> &[SiteId] {
        &self.picked
    }

    fn remaining<'a>(&'a self, picked: &'a [SiteId]) -> impl Iterator<Item = &'a Choice> {
        self.choices
            .iter()
            .filter(|choice| !choice.path.clicks.is_empty() && is_reached(&choice.path, picked))
    }

    /// The sites that can be picked next, in the order of the board.
    pub(crate) fn next(&self) -> Vec<SiteId> {
        let mut sites: Vec<SiteId> =
            self.remaining(&self.picked).flat_map(|c| next_of(&c.path, &self.picked)).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    }

    /// The choices that need no more picks.
    pub(crate) fn buttons(&self) -> Vec<&Choice> {
        let none = self.picked.is_empty();
        let done = |choice: &&Choice| choice.path.clicks.len() == self.picked.len();
        if none {
            self.choices.iter().filter(done).collect()
        } else {
            self.remaining(&self.picked).filter(done).collect()
        }
    }

    /// Picks a site: goes on, lets go of it, or starts anew with it.
    pub(crate) fn pick(&mut self, site: SiteId) -> Picked {
        let begins =
            |picks: &Picks| picks.remaining(&[]).any(|c| next_of(&c.path, &[]).contains(&site));
        if self.next().contains(&site) {
            self.picked.push(site);
        } else if let Some(at) = self.picked.iter().position(|picked| *picked == site) {
            self.picked.truncate(at);
            return Picked::More;
        } else if begins(self) {
            self.picked = vec![site];
        } else {
            return Picked::Not;
        }
        let mut remaining = self.remaining(&self.picked);
        match (remaining.next(), remaining.next()) {
            (Some(only), None) if only.path.clicks.len() == self.picked.len() => {
                Picked::Move(only.action.clone())
            }
            _ => Picked::More,
        }
    }

    /// Lets go of the last site; whether there was one.
    pub(crate) fn unpick(&mut self) -> bool {
        self.picked.pop().is_some()
    }

    /// The move that picking this site would complete.
    pub(crate) fn goal(&self, site: SiteId) -> Option<&Choice> {
        let mut goals =
            self.remaining(&self.picked).filter(|c| next_of(&c.path, &self.picked).contains(&site));
        let first = goals.next()?;
        let complete = first.path.clicks.len() == self.picked.len() + 1;
        (complete && goals.next().is_none()).then_some(first)
    }

    /// What the board would look like with this site picked as well.
    pub(crate) fn preview(&self, picture: &Picture, site: SiteId) -> Option<Picture> {
        let goal = self.goal(site)?;
        let mut picture = picture.clone();
        goal.effects.iter().for_each(|effect| picture.apply(effect));
        Some(picture)
    }
}

/// Whether a path begins with these sites.
fn is_reached(path: &Path, picked: &[SiteId]) -> bool {
    picked.split_last().is_none_or(|(&last, before)| path.leads(before, last))
}

/// The sites that come next on a path that begins with `picked`.
fn next_of(path: &Path, picked: &[SiteId]) -> Vec<SiteId> {
    let free = usize::from(path.free);
    if picked.len() >= free {
        return path.clicks.get(picked.len()).copied().into_iter().collect();
    }
    let mut left = path.clicks[..free].to_vec();
    for site in picked {
        if let Some(at) = left.iter().position(|other| other == site) {
            left.swap_remove(at);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(action: &str, clicks: &[SiteId], free: u8) -> Choice {
        let path = Path { clicks: clicks.to_vec(), free };
        Choice { action: action.to_owned(), path, label: "".into(), effects: Vec::new() }
    }

    #[test]
    fn sites_are_picked_until_one_move_is_left() {
        let slides = [choice("ab", &[0, 1], 0), choice("ac", &[0, 2], 0), choice("pass", &[], 0)];
        let mut picks = Picks::new(slides.to_vec());
        assert_eq!((picks.next(), picks.buttons().len()), (vec![0], 1));
        assert_eq!(picks.pick(5), Picked::Not);
        assert_eq!(picks.pick(0), Picked::More);
        assert_eq!((picks.next(), picks.buttons().len()), (vec![1, 2], 0));
        assert_eq!(picks.goal(2).map(|goal| goal.action.as_str()), Some("ac"));
        assert_eq!(picks.pick(0), Picked::More, "it is let go");
        assert_eq!(picks.next(), [0]);
        picks.pick(0);
        assert_eq!(picks.pick(1), Picked::Move("ab".to_owned()));
    }

    #[test]
    fn free_sites_come_in_any_order_and_a_shorter_move_is_a_button() {
        let lids = [choice("1+2", &[0, 1], 2), choice("1", &[0], 1)];
        let mut picks = Picks::new(lids.to_vec());
        assert_eq!(picks.next(), [0, 1]);
        assert_eq!(picks.pick(1), Picked::More);
        assert_eq!(picks.pick(0), Picked::Move("1+2".to_owned()));
        let mut picks = Picks::new(lids.to_vec());
        assert_eq!(picks.pick(0), Picked::More);
        assert_eq!(picks.buttons().len(), 1, "one lid alone");
    }
}
