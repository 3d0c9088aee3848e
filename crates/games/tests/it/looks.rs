//! How the boards look in the few colours of a terminal.

use std::collections::BTreeMap;

use parlour_core::{OptionValues, Viewer};
use parlour_draw::{Drawing, Palette, Rgb, SHADE, site_ink};
use parlour_games::all;
use parlour_session::words::names;

/// The codes of all grounds that differ, and of the darker ones of every other tile.
fn codes(palette: &Palette, grounds: &[Rgb]) -> BTreeMap<u8, Vec<Rgb>> {
    let mut codes: BTreeMap<u8, Vec<Rgb>> = BTreeMap::new();
    for ground in grounds {
        codes.entry(palette.code(*ground).expect("it is on the board")).or_default().push(*ground);
    }
    codes
}

#[test]
fn regions_stay_apart_where_a_terminal_has_few_colours() {
    for game in all() {
        let session = (game.open)(&OptionValues::new()).expect("a game");
        let (layout, picture) = (session.layout(Viewer::Public), session.picture(Viewer::Public));
        let names = names(session.as_ref());
        let drawing =
            Drawing { layout: &layout, picture: &picture, names: &names, look: game.look };
        let ground = |site: usize| site_ink(&drawing, site as u16).ground;
        let mut grounds: Vec<Rgb> = (0..layout.sites.len()).map(ground).collect();
        grounds.sort_unstable();
        grounds.dedup();
        let dark = grounds.iter().map(|ground| ground.mix(Rgb(0, 0, 0), SHADE));
        let all: Vec<Rgb> = grounds.iter().copied().chain(dark).collect();
        let indexed = Palette::indexed(&drawing);
        for (code, alike) in codes(&indexed, &all) {
            assert_eq!(alike.len(), 1, "{}: {alike:?} are all colour {code} of 256", game.id);
        }
        // Of 16 colours, one ground has none, so that it is the terminal's own.
        let ansi = Palette::ansi(&drawing);
        let coloured: Vec<Rgb> =
            grounds.iter().copied().filter(|ground| ansi.code(*ground).is_some()).collect();
        assert_eq!(coloured.len() + 1, grounds.len(), "{}", game.id);
        for (code, alike) in codes(&ansi, &coloured) {
            assert_eq!(alike.len(), 1, "{}: {alike:?} are all colour {code} of 16", game.id);
        }
    }
}
