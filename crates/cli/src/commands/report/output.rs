//! The report as text and as a picture.

use parlour_analysis::{
    Account, Certainty, Counts, Fortune, KeyMoment, Knowledge, Report, SeatReport, Step, Verdict,
    named,
};
use parlour_core::Viewer;
use parlour_core::label::Names;
use parlour_core::scene::Layout;
use parlour_draw::{Graph, graph};
use parlour_table::{Holder, Table};

use crate::failure::Failure;
use crate::io::Io;

/// A game and the report on it.
pub(super) struct Game<'a> {
    table: &'a Table,
    report: &'a Report,
    known: Option<&'a Knowledge>,
    names: Vec<String>,
    layout: Layout,
}

/// How much of a better line is shown.
const LONGEST_LINE: usize = 6;

/// A row of an account: what it is called, and its figure.
type AccountRow = (&'static str, fn(&Account) -> f64);

const ROWS: [AccountRow; 4] = [
    ("luck", |account| account.luck),
    ("own errors", |account| account.own_errors),
    ("others' errors", |account| account.others_errors),
    ("revision", |account| account.revision),
];

impl<'a> Game<'a> {
    pub(super) fn new(table: &'a Table, report: &'a Report, known: Option<&'a Knowledge>) -> Self {
        let name =
            |(seat, chair): (u8, &parlour_table::Chair)| match (chair.player(), &chair.holder) {
                (Some(person), _) => person.name.clone(),
                (None, Holder::Computer { level, .. }) => format!("Computer {}", level.number()),
                (None, _) => table.session.seat_name(parlour_core::Seat(seat)),
            };
        let names = (0u8..).zip(table.chairs.iter()).map(name).collect();
        Game { table, report, known, names, layout: table.start().layout(Viewer::Public) }
    }

    fn called(&self) -> Names<'_> {
        Names { sites: &self.layout.sites, seats: &self.names }
    }

    fn name(&self, seat: u8) -> &str {
        self.names.get(usize::from(seat)).map_or("?", String::as_str)
    }

    /// A graph of everybody's share.
    pub(super) fn svg(&self) -> String {
        let title = format!("{}: {}", self.table.entry.name, self.names.join(", "));
        let mut shares: Vec<&[f64]> = vec![&self.report.start];
        shares.extend(self.report.steps.iter().map(|step| step.shares.as_slice()));
        let mark = |moment: &KeyMoment| (moment.ply as usize, self.words(moment));
        let marks: Vec<_> = self.report.moments.iter().map(mark).collect();
        let (names, paints) = (&self.names, self.layout.seats);
        graph(&Graph { title: &title, names, paints, shares: &shares, marks: &marks })
    }

    fn words(&self, moment: &KeyMoment) -> String {
        named(&moment.words, &self.names)
    }

    pub(super) fn write(&self, moves: bool, io: &mut Io<'_>) -> Result<(), Failure> {
        let result = self.table.ending();
        writeln!(io.out, "{}: {}", self.table.entry.name, self.names.join(", "))?;
        if let Some(result) = result {
            let words = result.words().map(|label| label.english(&self.called()));
            writeln!(io.out, "{}", words.unwrap_or_else(str::to_owned))?;
        }
        for (seat, game) in self.report.seats.iter().enumerate() {
            self.write_seat(&self.names[seat], game, io)?;
        }
        if !self.report.moments.is_empty() {
            writeln!(io.out, "\nKey moments")?;
        }
        for moment in &self.report.moments {
            self.write_moment(moment, io)?;
        }
        if let Some(known) = self.known {
            self.write_knowledge(known, io)?;
        }
        if moves {
            writeln!(io.out, "\nActions")?;
            for step in &self.report.steps {
                self.write_step(step, io)?;
            }
        }
        writeln!(io.out, "\nHow this is counted")?;
        for (name, game) in self.names.iter().zip(&self.report.seats) {
            self.write_figures(name, game, io)?;
        }
        self.write_account(io)?;
        writeln!(
            io.out,
            "Each error is counted on its own: what luck gave back can be lost again, so that"
        )?;
        writeln!(
            io.out,
            "errors can add up to more than 100 points. docs/report.md has the formulas."
        )?;
        if self.report.seats.iter().any(|seat| seat.counts.unclear > 0) {
            writeln!(
                io.out,
                "Unclear: the move could not be told apart from the best. It counts as no error."
            )?;
        }
        writeln!(io.out, "Made by {}.", self.report.engine)?;
        Ok(())
    }

    /// Everybody's account as a table, in points of the win.
    fn write_account(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
        let all = || self.report.seats.iter().map(|seat| &seat.account);
        writeln!(io.out)?;
        write!(io.out, "{:16}", "Points of the win")?;
        for name in &self.names {
            write!(io.out, "  {name:>width$}")?;
        }
        writeln!(io.out)?;
        let mut row = |name: &str, figure: &dyn Fn(&Account) -> String| {
            write!(io.out, "{name:17}")?;
            for account in all() {
                write!(io.out, "  {:>width$}", figure(account))?;
            }
            writeln!(io.out)
        };
        row("at the start", &|account| plain(account.start))?;
        for (name, figure) in ROWS {
            row(name, &|account| signed(figure(account)))?;
        }
        row("at the end", &|account| plain(account.end))?;
        let adjusted = |account: &Account| plain(account.end - account.luck);
        row("without luck", &adjusted)?;
        Ok(())
    }

    /// What a player's decisions were like.
    fn write_seat(&self, name: &str, game: &SeatReport, io: &mut Io<'_>) -> Result<(), Failure> {
        if game.decisions == 0 {
            writeln!(io.out, "{name} had nothing to decide.")?;
        } else {
            let decisions = plural(game.decisions, "decision", "decisions");
            writeln!(io.out, "{name}: {} in {decisions}.", mistakes(&game.counts))?;
        }
        if game.by_computer > 0 {
            let moves = plural(game.by_computer, "decision", "decisions");
            writeln!(io.out, "{name} left {moves} to the computer; they do not count here.")?;
        }
        Ok(())
    }

    /// The figures behind a player's verdict.
    fn write_figures(&self, name: &str, game: &SeatReport, io: &mut Io<'_>) -> Result<(), Failure> {
        let Some(mean) = game.mean_loss else { return Ok(()) };
        let error = game.standard_error.map(|error| format!(" ± {}", plain(error)));
        writeln!(
            io.out,
            "{name}: {}{} points lost in a decision on average; {}.",
            plain(mean),
            error.unwrap_or_default(),
            counts(&game.counts)
        )?;
        Ok(())
    }

    fn write_moment(&self, moment: &KeyMoment, io: &mut Io<'_>) -> Result<(), Failure> {
        let Some(step) = self.report.steps.get(moment.ply as usize - 1) else { return Ok(()) };
        writeln!(io.out, "{:>4}. {}  {}", step.ply, step.action, self.words(moment))?;
        if let (Some(better), parlour_analysis::MomentKind::Error) = (&step.better, moment.kind) {
            let line = better.line[..better.line.len().min(LONGEST_LINE)].join(" ");
            writeln!(io.out, "      Better: {line} ({})", better.words)?;
        }
        Ok(())
    }

    /// What the owners of secrets gave away, and how well they could be read.
    fn write_knowledge(&self, known: &Knowledge, io: &mut Io<'_>) -> Result<(), Failure> {
        writeln!(io.out, "\nWhat could be known")?;
        for (name, owner) in self.names.iter().zip(&known.owners) {
            let Some(mean) = owner.mean_bits else { continue };
            write!(io.out, "{name} gave away {} bits a secret on average", bits(mean))?;
            let Some(most) = owner.most else {
                writeln!(io.out, ", and no move gave anything away.")?;
                continue;
            };
            writeln!(
                io.out,
                ", most by action {} ({}): {} bits, from {}% to {}%.",
                most.ply,
                self.report.steps[most.ply as usize - 1].action,
                bits(most.bits),
                plain(most.before),
                plain(most.after)
            )?;
        }
        if let Some(brier) = known.brier {
            writeln!(
                io.out,
                "Brier score of the engine's reading: {:.3}; of a blind guess: {:.3} (0 is perfect).",
                brier.reading, brier.blind
            )?;
        }
        Ok(())
    }

    fn write_step(&self, step: &Step, io: &mut Io<'_>) -> Result<(), Failure> {
        let shares: Vec<String> = step.shares.iter().map(|&share| plain(share)).collect();
        let who = step.by.map_or("", |seat| self.name(seat));
        let certainty = match step.certainty {
            Certainty::Estimated => "",
            Certainty::Proven => " proven",
            Certainty::Exact => " exact",
        };
        let mut remarks = Vec::new();
        if let (Some(verdict), Some(seat)) = (step.verdict, step.by)
            && verdict > Verdict::Unclear
        {
            let loss = -step.error[usize::from(seat)];
            let better = step.better.as_ref().map_or("", |better| &better.line[0]);
            remarks.push(format!("{} −{}, better {better}", self::verdict(verdict), plain(loss)));
        }
        if let Some(fortune) = step.fortune {
            let odds = step.odds.map_or_else(String::new, |odds| format!(", {}%", plain(odds)));
            let word = match fortune {
                Fortune::Lucky => "luck",
                Fortune::VeryLucky => "great luck",
            };
            remarks.push(format!("{word}{odds}"));
        }
        writeln!(
            io.out,
            "{:>4}. {:10} {:10} {}{certainty}  {}",
            step.ply,
            who,
            step.action,
            shares.join(" "),
            remarks.join("; ")
        )?;
        Ok(())
    }
}

/// Points of the win, with one digit.
fn plain(share: f64) -> String {
    let text = format!("{:.1}", share * 100.0);
    if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
}

/// Bits, with two digits.
fn bits(bits: f64) -> String {
    format!("{bits:.2}").replace('-', "−")
}

fn signed(share: f64) -> String {
    match plain(share) {
        zero if zero == "0.0" => zero,
        text if share > 0.0 => format!("+{text}"),
        text => text,
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Best => "best",
        Verdict::Unclear => "unclear",
        Verdict::Good => "good",
        Verdict::Inaccuracy => "inaccuracy",
        Verdict::Mistake => "mistake",
        Verdict::Blunder => "blunder",
    }
}

/// How many decisions got each verdict, without those that nothing got.
fn counts(counts: &Counts) -> String {
    let all = [
        (counts.best, "best", "best"),
        (counts.unclear, "unclear", "unclear"),
        (counts.good, "good", "good"),
        (counts.inaccuracy, "inaccuracy", "inaccuracies"),
        (counts.mistake, "mistake", "mistakes"),
        (counts.blunder, "blunder", "blunders"),
    ];
    let some = all.into_iter().filter(|&(count, ..)| count > 0);
    let words = some.map(|(count, one, many)| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn plural(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The mistakes in a few words: big ones are those that cost the most.
fn mistakes(counts: &Counts) -> String {
    let (big, small) = (counts.blunder, counts.inaccuracy + counts.mistake);
    match (big, small) {
        (0, 0) => "no mistake".to_owned(),
        (0, small) => plural(small, "small mistake", "small mistakes"),
        (big, 0) => plural(big, "big mistake", "big mistakes"),
        (big, small) => {
            format!("{}, {small} small", plural(big, "big mistake", "big mistakes"))
        }
    }
}
