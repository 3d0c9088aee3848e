//! The order in which moves, hints and reports are searched.

use parlour_core::Seat;
use parlour_games::find;

use super::Audience::{Nobody, Players, Spectators};
use super::*;
use crate::memory::tests::Full;

fn job(level: &str, purpose: Purpose, claimant: &str) -> Job {
    let spec = level.parse().expect("a player");
    Job::new(opened("senet", &[]), spec, purpose, by(claimant)).0
}

fn move_for(audience: Audience) -> Purpose {
    Purpose::Move { table: TableId("t".to_owned()), audience }
}

fn hint() -> Purpose {
    let place = Arc::new(Semaphore::new(1)).try_acquire_owned().expect("a place");
    Purpose::Hint { table: TableId("t".to_owned()), _place: place }
}

fn analysis() -> Purpose {
    Purpose::Analysis { lines: NonZeroUsize::MIN, reports: watch::channel(None).0 }
}

fn by(claimant: &str) -> Claimant {
    vec![claimant.to_owned()]
}

fn order(queue: &mut Queue) -> Vec<String> {
    std::iter::from_fn(|| queue.pop()).map(|job| job.spec.to_string()).collect()
}

#[test]
fn moves_come_last_at_tables_at_which_nobody_is_present() {
    let mut queue = Queue::default();
    for number in 0..140 {
        queue.push(job("level:8", move_for(Nobody), &format!("cookie {number}")));
    }
    queue.push(job("level:3", move_for(Spectators), "bob"));
    queue.push(job("level:2", move_for(Players), "ann"));
    assert_eq!(order(&mut queue)[..3], ["level:2", "level:3", "level:8"]);
}

#[test]
fn hints_without_end_do_not_stop_the_computer_players() {
    let mut queue = Queue::default();
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
    let mut queue = Queue::default();
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
    let failed: Option<()> = pool.slice(&claimant, || panic!("on purpose")).await;
    assert_eq!(failed, None);
    assert_eq!(pool.slice(&claimant, || 7).await, Some(7));
    let mut queue = Queue::default();
    queue.slices.push(&claimant, Box::new(|| ()));
    queue.push(job("level:1", move_for(Nobody), "far"));
    assert_eq!(order(&mut queue), ["level:1"]);
    assert!(queue.slices.pop().is_some());
}

#[tokio::test]
async fn a_move_does_not_wait_for_a_slice_and_no_slice_begins_during_a_search() {
    let pool = pool();
    let claimant = by("ann");
    let (begun, has_begun) = oneshot::channel();
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let long = pool.slice(&claimant, move || {
        begun.send(()).expect("the test waits");
        ended.recv().expect("the test ends it");
    });
    let others = async {
        has_begun.await.expect("the slice begins");
        thinks(&pool, "b", &*opened("outwit", &[]), 1).await;
        end.send(()).expect("the slice waits");
    };
    assert_eq!(tokio::join!(long, others).0, Some(()));
    let mut queue = Queue { workers: 1, ..Queue::default() };
    queue.slices.push(&claimant, Box::new(|| ()));
    queue.push(job("level:1", move_for(Nobody), "far"));
    assert!(queue.begin_slice().is_none(), "a search waits");
    assert!(queue.begin_search().is_some());
    assert!(queue.begin_search().is_none() && queue.begin_slice().is_none(), "one at a time");
    queue.searching = 0;
    assert!(queue.begin_slice().is_some());
    queue.push(job("level:1", move_for(Nobody), "far"));
    assert!(queue.begin_search().is_some());
}

#[tokio::test]
async fn an_analysis_gives_way_to_a_move_and_goes_on() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let budget = Budget { time: Some(Duration::from_millis(400)), nodes: None, depth: None };
    let claimant = by("ann");
    let lines = NonZeroUsize::MIN;
    let mut analysis =
        pool.analyse(session.clone(), budget, lines, claimant.clone()).expect("there is room");
    let (_, done) = analysis.next().await.expect("a report");
    assert!(!done);
    // The only thread is busy with it, and yet a move waits for the interruption alone.
    thinks(&pool, "b", &*session, 1).await;
    let mut reports = 0;
    while !analysis.next().await.expect("a report").1 {
        reports += 1;
    }
    assert!(reports < 100);
    // At most `ANALYSES_WAITING` jobs wait; a caller that hangs up leaves the queue at once.
    let endless = Budget { time: Some(Duration::from_secs(3600)), nodes: None, depth: None };
    let ask = || pool.analyse(session.clone(), endless, lines, claimant.clone());
    let waiting: Vec<_> = std::iter::from_fn(ask).take(2 * ANALYSES_WAITING).collect();
    assert!((ANALYSES_WAITING..=ANALYSES_WAITING + 1).contains(&waiting.len()));
    drop(waiting);
    let next = pool.analyse(session, budget, lines, by("bob"));
    assert!(next.expect("there is room").end().await.is_some());
}

#[tokio::test]
async fn a_search_for_nobody_gives_way_and_is_made_again() {
    let pool = pool();
    let session = opened("outwit", &[]);
    let table = TableId("a".to_owned());
    let endless = pool.find_move(table, session.clone(), Spec::best(), Nobody, by("far"));
    let mut endless = std::pin::pin!(endless);
    let begun = async || {
        while locked(&pool.shared.queue).interruptible.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    // The only thread is busy with it.
    tokio::select! {
        _ = &mut endless => panic!("it has no end"),
        () = begun() => {}
    }
    thinks(&pool, "b", &*session, 1).await;
    tokio::select! {
        _ = &mut endless => panic!("what was interrupted is no answer"),
        () = begun() => {}
    }
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
