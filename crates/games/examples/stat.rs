//! x
use parlour_core::{rng::seeded, *};
use parlour_games::outwit::Outwit;
fn main() {
    let mut rng = seeded(1);
    let reps: u32 = std::env::args().nth(1).map_or(300, |s| s.parse().unwrap());
    let mut best = f64::MAX;
    let mut tot = 0;
    for _ in 0..reps {
        let t = std::time::Instant::now();
        let mut n = 0;
        for _ in 0..16 {
            n += parlour_search::playout(&Outwit, Outwit.start(), &mut rng);
        }
        tot += n;
        best = best.min(t.elapsed().as_secs_f64() / n as f64);
    }
    println!("{tot} best {:.1} ns {:.1} M/s", best * 1e9, 1e-6 / best);
    if reps == 300 {
        let line = Line::new(&Outwit, Outwit.start());
        let mut pb = f64::MAX;
        for _ in 0..100 {
            let t = std::time::Instant::now();
            let l = parlour_core::perft::perft(&Outwit, &line, 4);
            pb = pb.min(t.elapsed().as_secs_f64() / l as f64);
        }
        println!("perft {:.0} M/s", 1e-6 / pb);
    }
}
