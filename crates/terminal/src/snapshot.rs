//! What a person at a table may see. Everything is made from a view.

use std::collections::BTreeMap;

use parlour_analysis::reasons::reasons_for;
use parlour_console::board::drawn;
use parlour_core::label::{Names, english_of};
use parlour_core::scene::{Layout, Picture, SiteId};
use parlour_core::{Seat, Viewer};
use parlour_session::{Choice, Entry, Session, words::names};
use parlour_table::commands::sentence;
use parlour_wire::label::{Label, Words};
use parlour_wire::table::{Sitter, Status, TableView, Turn};

use crate::room::TableRequest;

/// A table as one person may see it.
pub(crate) struct TableSnapshot {
    /// The game.
    pub(crate) entry: &'static Entry,
    /// The table. Its labels are English, or templates with arguments: see [`TableSnapshot::text`].
    pub(crate) view: TableView,
    /// A position that the viewer cannot tell from the true one.
    pub(crate) session: Box<dyn Session>,
}

impl TableSnapshot {
    /// Who looks.
    pub(crate) fn viewer(&self) -> Viewer {
        self.view.viewer.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)))
    }

    /// The board.
    pub(crate) fn layout(&self) -> Layout {
        self.session.layout(self.viewer())
    }

    /// What stands on it.
    pub(crate) fn picture(&self) -> Picture {
        self.session.picture(self.viewer())
    }

    /// The moves that the person may make now.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        if self.may_move() { self.session.choices(self.viewer()) } else { Vec::new() }
    }

    /// Whether the person is to move.
    pub(crate) fn may_move(&self) -> bool {
        !self.view.choices.is_empty()
    }

    /// Whether the person is to throw.
    pub(crate) fn may_throw(&self) -> bool {
        let throws = matches!(self.view.turn, Turn::Chance { seat: Some(seat) }
            if self.view.you.yours.contains(&seat));
        throws && self.view.guide.is_some()
    }

    /// The request that covers the board for the next player at the same keyboard, or uncovers it.
    pub(crate) fn passed_on(&self) -> Option<TableRequest> {
        let seat = self.view.you.pass_to?;
        Some(TableRequest::Look(self.view.viewer.is_none().then_some(Seat(seat))))
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.view.status == Status::Over
    }

    /// What the person is to do, with these sites picked so far.
    pub(crate) fn instruction(&self, picked: &[SiteId]) -> Option<String> {
        let guide = self.view.guide.as_ref()?;
        match picked {
            [] => Some(self.text(guide)),
            _ => Some(self.english(&self.session.instruction(self.viewer(), picked)?)),
        }
    }

    /// Why a site cannot be picked, with the rule.
    pub(crate) fn why_not(&self, picked: &[SiteId], site: SiteId) -> Option<String> {
        let reason = self.session.explain(self.viewer(), picked, site)?;
        Some(with_rule(sentence(&self.english(&reason.label)), reason.rule))
    }

    /// The text of a label of the table.
    pub(crate) fn text(&self, label: &Label) -> String {
        let template = self.view.template(label);
        if label.args.is_empty() {
            // A text already: a player's name may look like a template.
            return template.to_owned();
        }
        let (layout, seats) = (self.layout(), self.roles());
        english_of(template, &label.args, &Names { sites: &layout.sites, seats: &seats })
    }

    /// The text of what happened.
    pub(crate) fn sentence(&self, words: &Words) -> String {
        match words {
            Words::One(label) => self.text(label),
            Words::Several(labels) => {
                labels.iter().map(|label| self.text(label)).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// A label in English.
    pub(crate) fn english(&self, label: &parlour_core::Label) -> String {
        let (layout, seats) = (self.layout(), self.roles());
        label.english(&Names { sites: &layout.sites, seats: &seats })
    }

    /// What the game calls the player of a seat.
    pub(crate) fn role(&self, seat: u8) -> &str {
        self.view.seats.get(usize::from(seat)).map_or("", |seat| &seat.role)
    }

    /// A position of this game in characters, as the person may see it.
    pub(crate) fn board(&self, session: &dyn Session) -> String {
        drawn(self.entry, session, self.viewer(), parlour_draw::text)
    }

    /// What the game calls the players.
    pub(crate) fn roles(&self) -> Vec<String> {
        names(self.session.as_ref())
    }

    /// Why the first of these moves, as the page gives it: facts that the rules prove.
    pub(crate) fn reasons(&self, moves: &[(String, f64)]) -> Vec<String> {
        let Some((best, _)) = moves.first() else { return Vec::new() };
        let other = moves.get(1).map(|(action, _)| action.as_str());
        let facts = reasons_for(self.session.as_ref(), best, other);
        let sentences: Vec<String> = facts.iter().map(|fact| self.english(&fact.label)).collect();
        if sentences.is_empty() {
            vec!["No simple reason; the engine found it by looking ahead.".to_owned()]
        } else {
            sentences
        }
    }

    /// What stands where, in sentences.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let (layout, picture, seats) = (self.layout(), self.picture(), self.roles());
        let names = Names { sites: &layout.sites, seats: &seats };
        let pieces = picture.pieces.iter().map(|piece| (piece.site, piece.words(&names)));
        let marks = picture.marks.iter().map(|mark| (mark.site, mark.label.english(&names)));
        let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (site, words) in pieces.chain(marks) {
            if let Some(site) = layout.sites.get(usize::from(site)) {
                places.entry(words).or_default().push(&site.name);
            }
        }
        let line =
            |(piece, places): (String, Vec<&str>)| format!("{piece}: {}.", places.join(", "));
        places.into_iter().map(line).collect()
    }

    /// What stands beside the board: the table's stats first, then each player's in a line.
    pub(crate) fn stats(&self, picture: &Picture) -> Vec<(Option<Seat>, String)> {
        let (layout, seats) = (self.layout(), self.roles());
        let names = Names { sites: &layout.sites, seats: &seats };
        let mut lines: BTreeMap<Option<Seat>, Vec<String>> = BTreeMap::new();
        for item in &picture.stats {
            lines.entry(item.seat).or_default().push(item.words(&names));
        }
        lines.into_iter().map(|(seat, stats)| (seat, stats.join(", "))).collect()
    }

    /// A seat's player: "Black (computer, level 3)".
    pub(crate) fn sitter(&self, seat: usize) -> String {
        let Some(view) = self.view.seats.get(seat) else { return String::new() };
        match self.who(seat) {
            who if who.is_empty() => view.role.clone(),
            who => format!("{} ({who})", view.role),
        }
    }

    /// Who sits on a seat, in words that stand behind its role.
    fn who(&self, seat: usize) -> String {
        let Some(view) = self.view.seats.get(seat) else { return String::new() };
        let mine = self.view.you.yours.contains(&(seat as u8));
        match &view.sitter {
            Sitter::Open => "open".to_owned(),
            Sitter::Person { .. } if mine && self.view.you.yours.len() == 1 => "you".to_owned(),
            Sitter::Person { name, .. } if mine && name == "You" => String::new(),
            Sitter::Person { name, here, .. } if mine || *here => name.clone(),
            Sitter::Person { name, .. } => format!("{name}, away"),
            Sitter::Computer { level, keeps_for: None } => {
                format!("computer, level {}", level.number())
            }
            Sitter::Computer { level, keeps_for: Some(name) } => {
                format!("computer, level {}, for {name}", level.number())
            }
        }
    }

    /// All players in one line of at most this width where it can be: several of a kind are counted if
    /// there is no room for each.
    pub(crate) fn players_line(&self, width: usize) -> String {
        let seats = 0..self.view.seats.len();
        let each: Vec<String> = seats.clone().map(|seat| self.sitter(seat)).collect();
        let each = each.join(", ");
        if each.chars().count() <= width {
            return each;
        }
        let mut kinds: Vec<(String, usize, usize)> = Vec::new();
        for seat in seats {
            let who = self.who(seat);
            match kinds.iter_mut().find(|(kind, ..)| *kind == who) {
                Some((_, _, count)) => *count += 1,
                None => kinds.push((who, seat, 1)),
            }
        }
        let kind = |(who, seat, count): &(String, usize, usize)| match (count, who.as_str()) {
            (1, _) => self.sitter(*seat),
            (count, "") => format!("{count} players"),
            (count, who) => format!("{count} players ({who})"),
        };
        kinds.iter().map(kind).collect::<Vec<_>>().join(", ")
    }

    /// The move that a text names: its notation, with or without blanks, or its words.
    ///
    /// # Errors
    /// With what is wrong and what would do, when it names none.
    pub(crate) fn read_move(&self, typed: &str) -> Result<String, String> {
        if !self.may_move() {
            return Err(match (self.is_over(), self.may_throw()) {
                (true, _) => "The game is over.".to_owned(),
                (_, true) => "Throw first.".to_owned(),
                _ => "It is not your turn.".to_owned(),
            });
        }
        let choices = self.choices();
        let squeezed: String = typed.split_whitespace().collect();
        let is = |choice: &&Choice| {
            let words = || self.english(&choice.label);
            choice.action == typed
                || choice.action == squeezed
                || words().eq_ignore_ascii_case(typed)
        };
        if let Some(choice) = choices.iter().find(is) {
            return Ok(choice.action.clone());
        }
        let begun: Vec<&str> = completions(&choices, &squeezed).collect();
        if !begun.is_empty() {
            return Err(format!("Moves that begin so: {}.", some(&begun)));
        }
        match self.session.boxed_clone().play(&squeezed) {
            Err(error) => Err(with_rule(sentence(&error.to_string()), error.rule)),
            Ok(_) => Err(format!("'{typed}' is no move of yours now.")),
        }
    }
}

/// The texts of moves that begin like this.
pub(crate) fn completions<'a>(choices: &'a [Choice], begun: &str) -> impl Iterator<Item = &'a str> {
    choices.iter().map(|choice| choice.action.as_str()).filter(move |a| a.starts_with(begun))
}

/// The first of them, and how many are left out.
pub(crate) fn some(texts: &[&str]) -> String {
    const MOST: usize = 12;
    match texts.len().checked_sub(MOST) {
        Some(more @ 1..) => format!("{} and {more} more", texts[..MOST].join(", ")),
        _ => texts.join(", "),
    }
}

fn with_rule(sentence: String, rule: Option<&str>) -> String {
    match rule {
        // A long reason may name its rule itself.
        Some(rule) if !sentence.contains(rule) => format!("{sentence} (Rules: {rule})"),
        _ => sentence,
    }
}
