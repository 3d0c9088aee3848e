//! `parlour show`: a position as text, picture or data.

use std::collections::BTreeMap;

use clap::builder::styling::AnsiColor::{self, Blue, Cyan, Green, Magenta, Red, Yellow};
use clap::builder::styling::Style;
use parlour_console::board::drawn;
use parlour_console::mistakes::whole;
use parlour_core::label::Names;
use parlour_core::{Seat, Viewer};
use parlour_draw::{self as draw, Role, Span};
use parlour_session::words::{names, status};
use parlour_session::{Entry, Session};
use parlour_wire::label::{Label, Writer};
use parlour_wire::scene::{Choice, Layout, Picture};
use serde::Serialize;

use crate::commands::set_up::PositionArgs;
use crate::commands::{shares_text, turn_text};
use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::Paint;

const EXAMPLES: &str = "\
Examples:
  parlour show outwit
  parlour show outwit --moves 'f4f1 e6b3'
  parlour show senet .......................b.w.... b - 3
  parlour show shout-7 --players 3 --svg > board.svg
  parlour show shell-out --view 2 --json

What is shown is what everyone at the table may know, or with --view what that player may.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) place: PositionArgs,

    /// As player N sees it; 0 shows what everyone may know
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u8>(..))]
    pub(crate) view: u8,

    /// Write a picture, as a standalone SVG file
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct ShowJson {
    game: &'static str,
    options: BTreeMap<String, String>,
    view: u8,
    position: String,
    turn: String,
    result: Option<Vec<String>>,
    names: Vec<String>,
    layout: Layout,
    picture: Picture,
    choices: Vec<Choice>,
    guide: Option<Label>,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let (game, session) = args.place.open()?;
    let viewer = match args.view {
        0 => Viewer::Public,
        n if n <= session.seats() => Viewer::Seat(Seat(n - 1)),
        n => {
            let seats = session.seats();
            return Err(Failure::usage(format!(
                "--view {n}: players here are 1 to {seats}, and 0 is what everyone may know"
            )));
        }
    };
    if args.json {
        return io.json(&data(game, session.as_ref(), viewer, args.view));
    }
    if args.svg {
        return Ok(io.out.write_all(picture(game, session.as_ref(), viewer).as_bytes())?);
    }
    write_text(game, session.as_ref(), viewer, io)
}

/// The position as a standalone SVG file.
pub(crate) fn picture(game: &Entry, session: &dyn Session, viewer: Viewer) -> String {
    let title = format!("{}: {}", game.name, status(session));
    drawn(game, session, viewer, |drawing| draw::svg(drawing, &title, &draw::text(drawing)))
}

fn data(game: &Entry, session: &dyn Session, viewer: Viewer, view: u8) -> ShowJson {
    let (layout, seats) = (session.layout(viewer), names(session));
    let labels = &mut Writer::English(Names { sites: &layout.sites, seats: &seats });
    ShowJson {
        game: game.id,
        options: session.options().pairs().into_iter().collect(),
        view,
        position: session.view(viewer),
        turn: turn_text(session.turn()),
        result: shares_text(session),
        picture: Picture::of(&session.picture(viewer), labels),
        choices: session.choices(viewer).into_iter().map(|c| Choice::of(c, labels)).collect(),
        guide: session.instruction(viewer, &[]).map(|label| labels.label(&label)),
        layout: Layout::of(&layout, labels),
        names: seats.clone(),
    }
}

fn write_text(
    game: &Entry,
    session: &dyn Session,
    viewer: Viewer,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let paint = Paint::new(io.terminal.colour);
    writeln!(io.out, "{}: {}", paint.bold(game.name), status(session))?;
    writeln!(io.out)?;
    for line in drawn(game, session, viewer, draw::lines) {
        let line: String = line.iter().map(|span| painted(span, paint)).collect();
        writeln!(io.out, "{}", line.trim_end())?;
    }
    writeln!(io.out)?;
    if let Some(instruction) = session.instruction(viewer, &[]) {
        writeln!(io.out, "{}", session.english(&[instruction]))?;
        writeln!(io.out)?;
    }
    writeln!(io.out, "{}", session.view(viewer))?;
    Ok(())
}

/// Each seat in a colour of its own, beside the letter that tells it already.
fn painted(span: &Span, paint: Paint) -> String {
    const SEATS: [AnsiColor; 6] = [Yellow, Cyan, Red, Green, Magenta, Blue];
    let style = match span.role {
        Role::Plain => Style::new(),
        Role::Label | Role::Empty => Style::new().dimmed(),
        Role::Piece(None) => Style::new().bold(),
        Role::Piece(Some(seat)) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
    };
    paint.apply(&span.text, style)
}
