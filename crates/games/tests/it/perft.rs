//! The counts of action sequences that an independent reference found.

use parlour_games::find;
use parlour_session::{divide, perft};

#[test]
fn counts_agree_with_the_reference() {
    for line in crate::common::read("conformance/perft.txt").lines().filter(|l| !l.starts_with('#'))
    {
        let (setup, counts) = line.split_once(':').expect("set-up: counts");
        let (id, options) = setup.split_once(' ').expect("game options");
        let Some(entry) = find(id) else { panic!("{id} is registered") };
        let session = (entry.open)(&crate::common::options(options)).expect("options");
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(perft(&*session, depth).to_string(), count, "{setup} depth {depth}");
        }
    }
}

#[test]
fn the_divided_counts_add_up_to_perft() {
    for entry in parlour_games::all() {
        let session = (entry.open)(&Default::default()).expect("the defaults");
        let mut sum = 0;
        let mut texts = Vec::new();
        divide(&*session, 3, &mut |text, count| {
            texts.push(text.to_owned());
            sum += count;
        });
        assert_eq!(sum, perft(&*session, 3), "{}", entry.id);
        assert_eq!(texts, session.legal(), "{}", entry.id);
    }
}
