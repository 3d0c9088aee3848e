//! The order in which moves, hints and reports are searched.

use parlour_core::Seat;
use parlour_games::find;

use super::Audience::{Nobody, Players, Spectators};
use super::queue::{TURN, Waiting};
use super::*;
use crate::memory::tests::Full;

fn job(level: &str, purpose: Purpose, claimant: &str) -> Job {
    let spec = level.parse().expect("a player");
    Job::new(opened("senet", &[]), spec, purpose, by(claimant)).0
}

fn queue(workers: usize) -> Queue {
    Queue::new(workers, Arc::default())
}

fn slice() -> Slice {
    Slice { stop: Stop::default(), work: Box::new(|_| ()) }
}

fn move_for(audience: Audience) -> Purpose {
    Purpose::Move { table: TableId("t".to_owned()), audience }
}

fn hint() -> Purpose {
    let place = Arc::new(Semaphore::new(1)).try_acquire_owned().expect("a place");
    Purpose::Hint { table: TableId("t".to_owned()), _place: place }
}

fn analysis() -> Purpose {
    Purpose::Analysis { want: Want::BEST_LINE, reports: watch::channel(None).0 }
}

fn by(claimant: &str) -> Claimant {
    vec![claimant.to_owned()]
}

fn order(queue: &mut Queue) -> Vec<String> {
    let spec = |(waiting, _)| match waiting {
        Waiting::New(job) => job.spec.to_string(),
        Waiting::Paused(_) => "paused".to_owned(),
    };
    std::iter::from_fn(|| queue.pop()).map(spec).collect()
}

#[test]
fn moves_come_last_at_tables_at_which_nobody_is_present() {
    let mut queue = queue(1);
    for number in 0..140 {
        queue.push(job("level:8", move_for(Nobody), &format!("cookie {number}")));
    }
    queue.push(job("level:3", move_for(Spectators), "bob"));
    queue.push(job("level:2", move_for(Players), "ann"));
    assert_eq!(order(&mut queue)[..3], ["level:2", "level:3", "level:8"]);
}

#[test]
fn hints_without_end_do_not_stop_the_computer_players() {
    let mut queue = queue(1);
    for number in 0..9 {
        queue.push(job("level:8", hint(), &number.to_string()));
    }
    (0..2).for_each(|_| queue.push(job("level:1", move_for(Players), "ann")));
    queue.push(job("level:2", move_for(Spectators), "bob"));
    let (order, hint) = (order(&mut queue), "level:8");
    assert_eq!(order[..5], [hint, "level:1", hint, "level:1", hint]);
    assert_eq!((order.len(), &*order[11]), (12, "level:2"), "computers' own games come last");
}

#[test]
fn analyses_come_behind_moves_and_hints() {
    let mut queue = queue(1);
    queue.push(job("level:7", analysis(), "ann"));
    queue.push(job("level:1", move_for(Nobody), "far"));
    queue.push(job("level:2", move_for(Spectators), "bob"));
    queue.push(job("level:8", hint(), "ann"));
    assert_eq!(order(&mut queue), ["level:8", "level:2", "level:7", "level:1"]);
}

#[tokio::test]
async fn a_slice_of_long_work_comes_behind_searches_and_a_fault_in_it_ends_nothing() {
    let pool = pool();
    let claimant = by("ann");
    let failed: Option<()> = pool.slice(&claimant, |_| panic!("on purpose")).await;
    assert_eq!(failed, None);
    assert_eq!(pool.slice(&claimant, |_| 7).await, Some(7));
    let mut queue = queue(1);
    queue.push_slice(&claimant, slice());
    queue.push(job("level:1", move_for(Nobody), "far"));
    assert!(queue.begin_slice().is_none());
    assert_eq!(order(&mut queue), ["level:1"]);
    assert!(queue.begin_slice().is_some());
}

#[tokio::test]
async fn a_move_does_not_wait_for_a_slice_and_no_slice_begins_during_a_search() {
    let pool = pool();
    let claimant = by("ann");
    let (begun, has_begun) = oneshot::channel();
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let long = pool.slice(&claimant, move |_| {
        begun.send(()).expect("the test waits");
        ended.recv().expect("the test ends it");
    });
    let others = async {
        has_begun.await.expect("the slice begins");
        thinks(&pool, "b", &*opened("outwit", &[]), 1).await;
        end.send(()).expect("the slice waits");
    };
    assert_eq!(tokio::join!(long, others).0, Some(()));
    let mut queue = queue(1);
    queue.push_slice(&claimant, slice());
    queue.push(job("level:1", move_for(Nobody), "far"));
    assert!(queue.begin_slice().is_none(), "a search waits");
    assert!(begins(&mut queue).is_some());
    assert!(begins(&mut queue).is_none() && queue.begin_slice().is_none(), "one at a time");
    queue.searching = 0;
    assert!(queue.begin_slice().is_some());
    queue.push(job("level:1", move_for(Players), "ann"));
    assert!(begins(&mut queue).is_some());
}

/// What the next search is, if one may begin.
fn begins(queue: &mut Queue) -> Option<Searcher> {
    queue.begin_search(|| {}).map(|(job, _)| job.searcher())
}

/// Gives the thread to others if the queue says so, after a whole turn.
fn turn_over(queue: &mut Queue, search: &Searcher) -> bool {
    queue.charge(search.class, TURN);
    queue.pause(search, true).is_some()
}

#[test]
fn analyses_of_two_addresses_take_turns_and_a_slice_has_a_turn_between_them() {
    let mut queue = queue(1);
    (0..6).for_each(|_| queue.push(job("best", analysis(), "eve")));
    let eve = begins(&mut queue).expect("the thread is free");
    assert!(!turn_over(&mut queue, &eve), "her other analyses wait for the first");
    queue.push(job("level:1", analysis(), "ann"));
    assert!(turn_over(&mut queue, &eve));
    let ann = begins(&mut queue).expect("it is her turn");
    assert_eq!(ann.claimant, by("ann"));
    assert!(turn_over(&mut queue, &ann));
    assert!(begins(&mut queue).is_none(), "eve's first analysis goes on in its own thread");
    assert_eq!(queue.searching, 1);
    queue.push_slice(&by("bob"), slice());
    assert!(queue.begin_slice().is_none(), "not before its turn");
    assert!(turn_over(&mut queue, &eve));
    assert!(begins(&mut queue).is_none() && queue.searching == 0, "the thread is the slice's");
    assert!(queue.begin_slice().is_some());
    queue.end_slice(TURN);
    assert!(begins(&mut queue).is_none() && queue.searching == 1, "and then ann's again");
}

#[test]
fn one_address_has_two_analyses_under_way_at_most_however_many_threads_there_are() {
    let mut queue = queue(8);
    (0..6).for_each(|_| queue.push(job("best", analysis(), "eve")));
    queue.push(job("level:1", analysis(), "ann"));
    let under_way: Vec<Searcher> = std::iter::from_fn(|| begins(&mut queue)).collect();
    let claimants: Vec<&str> = under_way.iter().map(|search| &*search.claimant[0]).collect();
    assert_eq!(claimants, ["eve", "ann", "eve"]);
    queue.end_search(&under_way[0], TURN);
    assert_eq!(begins(&mut queue).expect("the next of hers").claimant, by("eve"));
    assert!(begins(&mut queue).is_none());
}

#[test]
fn moves_without_end_keep_neither_analyses_nor_other_computers_nor_slices_waiting_for_ever() {
    let mut queue = queue(1);
    queue.push(job("level:7", analysis(), "ann"));
    queue.push(job("level:8", move_for(Nobody), "far"));
    queue.push_slice(&by("bob"), slice());
    queue.push(job("level:1", move_for(Players), "eve"));
    let (mut moves, mut others, mut slices) = (0, Vec::new(), 0);
    while others.len() < 2 || slices == 0 {
        let search = begins(&mut queue).expect("a move waits");
        if search.class == Class::Urgent {
            moves += 1;
            assert!(moves < 100, "{others:?}, {slices} slices");
            queue.push(job("level:1", move_for(Players), "eve"));
        } else {
            others.push(search.class);
        }
        // A slice whose turn it is runs beside the moves of people.
        if queue.begin_slice().is_some() {
            slices += 1;
            queue.end_slice(TURN);
        }
        queue.end_search(&search, TURN);
    }
    assert_eq!(others, [Class::Analyses, Class::Nobody]);
}

#[tokio::test]
async fn an_analysis_of_one_address_has_its_turns_while_another_asks_for_endless_ones() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let ask = |claimant: &str, time| {
        let budget = Budget { time: Some(time), nodes: None, depth: None };
        pool.analyse(session.clone(), budget, Want::BEST_LINE, by(claimant)).expect("there is room")
    };
    let hour = Duration::from_secs(3600);
    let mut endless: Vec<_> = (0..6).map(|_| ask("eve", hour)).collect();
    assert!(!endless[0].next().await.expect("a report").1, "the only thread is busy with it");
    let short = ask("ann", Duration::from_millis(100));
    assert!(short.end().await.is_some());
    assert_eq!(pool.slice(&by("bob"), |_| 7).await, Some(7));
    thinks(&pool, "b", &*session, 1).await;
    assert!(!endless[0].next().await.expect("a report").1, "the first one goes on");
    // Who hangs up frees the thread, whether the search is paused, under way or has not begun.
    drop(endless);
    assert!(ask("dan", Duration::from_millis(1)).end().await.is_some());
    let last = ask("eve", hour);
    pool.close();
    assert!(last.end().await.is_none_or(|report| report.nodes > 0));
}

#[tokio::test]
async fn an_analysis_gives_way_to_a_move_and_goes_on() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let budget = Budget { time: Some(Duration::from_millis(400)), nodes: None, depth: None };
    let mut analysis =
        pool.analyse(session.clone(), budget, Want::BEST_LINE, by("ann")).expect("there is room");
    let (mut report, done) = analysis.next().await.expect("a report");
    assert!(!done);
    // The only thread is busy with it, and yet a move waits for a step of it alone.
    thinks(&pool, "b", &*session, 1).await;
    let mut reports = 0;
    loop {
        let (next, done) = analysis.next().await.expect("a report");
        assert!(next.nodes >= report.nodes, "it goes on where it was");
        report = next;
        reports += 1;
        if done {
            break;
        }
    }
    assert!(reports < 100);
}

#[tokio::test]
async fn a_search_for_nobody_gives_way_and_goes_on() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let table = TableId("a".to_owned());
    let hour = Budget { time: Some(Duration::from_secs(3600)), nodes: None, depth: None };
    let spec = Spec::best_within(hour);
    let endless = pool.find_move(table, session.clone(), spec, Nobody, by("far"));
    let mut endless = std::pin::pin!(endless);
    let has_thread = async |is_so: bool| {
        while (locked(&pool.shared.queue).searching > 0) != is_so {
            tokio::task::yield_now().await;
        }
    };
    // The only thread is busy with it.
    tokio::select! {
        _ = &mut endless => panic!("it has no end"),
        () = has_thread(true) => {}
    }
    tokio::select! {
        _ = &mut endless => panic!("what was interrupted is no answer"),
        _ = thinks(&pool, "b", &*session, 1) => {}
    }
    tokio::select! {
        _ = &mut endless => panic!("what was interrupted is no answer"),
        () = has_thread(true) => {}
    }
}

#[tokio::test]
async fn a_slice_that_does_not_end_is_seen_and_is_told_to_end_when_its_caller_is_gone() {
    let pool = pool();
    let (begun, has_begun) = oneshot::channel();
    let claimant = by("ann");
    let endless = pool.slice(&claimant, move |stop: &Stop| {
        begun.send(()).expect("the test waits");
        while !stop.is_set() {
            thread::yield_now();
        }
    });
    tokio::select! {
        _ = endless => panic!("it has no end"),
        begun = has_begun => begun.expect("it begins"),
    }
    while pool.oldest() > Duration::ZERO {
        tokio::task::yield_now().await;
    }
    assert_eq!(pool.slice(&claimant, |_| 7).await, Some(7));
}

fn pool() -> Pool {
    Pool::start(Bots { workers: 1, queue: 4, budget: None }).expect("threads")
}

async fn thinks(pool: &Pool, table: &str, session: &dyn Session, level: u8) -> TextReport {
    let (table, session) = (TableId(table.to_owned()), session.boxed_clone());
    pool.find_move(table, session, Spec::Level(level), Players, by("ann")).await.expect("a move")
}

fn opened(game: &str, moves: &[&str]) -> Box<dyn Session> {
    let game = find(game).expect("a game");
    let mut session = (game.open)(&Default::default()).expect("a game");
    for mv in moves {
        session.play(mv).expect("legal");
    }
    session
}

#[tokio::test]
async fn the_computer_keeps_what_it_found_between_its_moves() {
    let pool = pool();
    // So near the end of Senet all that can follow is gone through, and known from then on.
    let senet = find("senet").expect("a game");
    let text = "bwbwbwbwbwbwbwbw..bbww........ b b 2";
    let session = (senet.load)(text).expect("a position");
    let first = thinks(&pool, "a", &*session, 8).await;
    assert_eq!(locked(&pool.shared.memory).len(), 1);
    let again = thinks(&pool, "a", &*session, 8).await;
    assert_eq!(locked(&pool.shared.memory).len(), 1, "it is taken out and kept again");
    assert!(again.nodes < first.nodes, "{} then {}", first.nodes, again.nodes);
    let other = thinks(&pool, "b", &*session, 8).await;
    assert!(other.nodes > again.nodes, "another table begins from nothing");
    assert_eq!(locked(&pool.shared.memory).len(), 2);
    pool.forget(&TableId("a".to_owned()));
    assert_eq!(locked(&pool.shared.memory).len(), 1);
    thinks(&pool, "b", &*session, 1).await;
    assert_eq!(
        locked(&pool.shared.memory).len(),
        0,
        "another level forgets, and counts plies itself"
    );
}

#[tokio::test]
async fn a_level_that_counts_and_a_player_with_secrets_keep_nothing() {
    let pool = pool();
    for (game, moves) in [("outwit", &[][..]), ("shell-out", &["d10", "d5"][..])] {
        let session = opened(game, moves);
        thinks(&pool, "a", &*session, 7).await;
        assert_eq!(locked(&pool.shared.memory).len(), 0, "{game}");
    }
    let session = opened("shell-out", &["d10", "d5"]);
    thinks(&pool, "a", &*session, 8).await;
    assert_eq!(locked(&pool.shared.memory).len(), 0, "every search of a secret begins anew");
}

#[tokio::test]
async fn the_same_position_gets_the_same_hint() {
    let pool = pool();
    for (game, moves) in [("outwit", &[][..]), ("shell-out", &["d10", "d5", "hh9", "hf5"][..])] {
        let session = opened(game, moves);
        let spec: Spec = "best:nodes=500".parse().expect("a player");
        let mut hints = Vec::new();
        for table in ["a", "a", "b"] {
            let (table, session) = (TableId(table.to_owned()), session.boxed_clone());
            let thought = pool.find_hint(table, session, spec.clone(), by("ann")).await;
            hints.push(thought.expect("a hint").lines);
        }
        assert!(hints.iter().all(|hint| *hint == hints[0]), "{game}: {hints:?}");
    }
}

#[tokio::test]
async fn a_search_that_was_stopped_is_not_kept() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let table = TableId("a".to_owned());
    let endless = pool.find_move(table, session.boxed_clone(), Spec::best(), Players, by("ann"));
    // Nobody waits for it any more: the thread is free for the next one.
    let ended = tokio::time::timeout(std::time::Duration::from_millis(50), endless).await;
    assert!(ended.is_err());
    thinks(&pool, "b", &*session, 1).await;
    assert_eq!(locked(&pool.shared.memory).len(), 0);
}

#[tokio::test]
async fn a_player_that_failed_is_not_kept() {
    let pool = pool();
    let (table, session) = (TableId("a".to_owned()), opened("outwit", &[]));
    let key = MemoryKey { table: table.clone(), seat: Seat(0), hints: false };
    locked(&pool.shared.memory).keep(key, Spec::Level(1), Box::new(Full(1)));
    let level = Spec::Level(1);
    let failed = pool.find_move(table, session.boxed_clone(), level, Players, by("ann")).await;
    assert_eq!(failed, None);
    assert_eq!(locked(&pool.shared.memory).len(), 0);
    thinks(&pool, "a", &*session, 1).await;
}
