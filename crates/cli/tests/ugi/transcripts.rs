//! Conversations, to the letter.

use crate::talk::{Live, check, game, say};

#[test]
fn ugi_lists_the_options() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        say("shut-the-box", "ugi\n"),
        format!(
            "id name Parlour {version} Shut the Box\n\
             id author the Parlour contributors\n\
             option name players type spin default 2 min 2 max 12\n\
             option name final type combo default all var all var round\n\
             option name level type combo default best var best var 1 var 2 var 3 var 4 var 5 \
             var 6 var 7 var 8\n\
             option name threads type spin default 1 min 1 max 256\n\
             option name seed type string default auto\n\
             ugiok\n"
        )
    );
    // A game without options has the player's three.
    assert_eq!(say("outwit", "ugi\n").matches("option name ").count(), 3);
}

#[test]
fn the_protocol_gives_the_sentences_of_the_table() {
    check(
        "outwit",
        "> query guide
         response Choose a light chip to slide…
         > query guide f4
         response The chip slides as far as it can: choose…
         > query guide f4 f2
         error place 2 'f2': this chip slides as far as it can, here to f1 (rule: Your turn)
         > query guide e6
         error place 1 'e6': the chip on e6 is Dark's; Light moves…
         > query guide f4 f1 f1
         error place 3…
         > query guide z9
         error place 1 'z9': the board has no such place; …",
    );
    check(
        "senet",
        "> query guide
         response Throw the sticks.
         > position startpos moves t3
         > query guide
         response You threw 3: enter a piece on square 28…",
    );
    check(
        "shout-7",
        "> position startpos moves resign
         error…
         > query guide
         response Lay your first black piece…",
    );
}

#[test]
fn no_instruction_is_given_when_the_game_is_over() {
    check(
        "shut-the-box",
        "> position pos 127 53,50 2 !
         > query turn
         response over
         > query guide
         response",
    );
}

#[test]
fn dice_are_listed_with_their_odds_and_played_as_actions() {
    check(
        "senet",
        "> isready
         readyok
         > query turn
         response chance
         > query chance
         response t1=4/16 t2=6/16 t3=4/16 t4=1/16 t5=1/16
         > query legal
         response t1 t2 t3 t4 t5
         > position startpos moves t3
         > query turn
         response 1
         > query legal
         response off/28
         > query chance
         response
         > query position
         response .............................. b - 3
         > query view 0
         response .............................. b - 3
         > query view 2
         response .............................. b - 3
         > query gameover
         response false
         > query result
         response none
         > perft 3
         nodes 5
         > go nodes 10
         bestmove off/28",
    );
}

#[test]
fn perft_counts_from_the_start_and_from_later_positions() {
    check(
        "outwit",
        "> perft 0
         nodes 1
         > perft 1
         nodes 27
         > perft 3
         nodes 24428
         > position startpos moves f4f1 e6b3
         > perft 0
         nodes 1
         > perft many
         error perft takes a depth such as 3, not 'many'",
    );
}

#[test]
fn a_refused_position_changes_nothing() {
    check(
        "outwit",
        "> position startpos moves f4f1
         > position startpos moves f4f1 f4f1
         error move 2 'f4f1': …
         > position startpos moves e9
         error move 1 'e9': …
         > position pos nonsense moves f4f1
         error position 'nonsense': …
         > query position
         response d8/ld7/1ld6/2ld5/3lD4/4Ld3/6d2/6ld1/7ld/5l2l d 1
         > query turn
         response 2",
    );
}

#[test]
fn a_position_may_hold_spaces_and_be_followed_by_moves() {
    check(
        "senet",
        "> position pos ..............................  b - ? moves t1
         error position '..............................  b - ?': …
         > position pos .............................. b - ? moves t1 off/30
         > query position
         response .............................b w - ?",
    );
}

#[test]
fn options_wait_for_the_next_game() {
    check(
        "shut-the-box",
        "> setoption name players value 3
         > query position
         response 123456789 0,0 1 ?
         > uginewgame
         > query position
         response 123456789 0,0,0 1 ?
         > setoption name players value 13
         error option players takes a whole number from 2 to 12, not '13'
         > setoption name final value never
         error option final takes one of: all, round; not 'never'
         > setoption name colour value red
         error no option 'colour'; options are: players, final, level, threads, seed
         > setoption name Threads value 2
         error no option 'Threads'; did you mean threads? options are: players, final, level, threads, seed
         > setoption name player value 2
         error no option 'player'; did you mean players? options are: players, final, level, threads, seed
         > setoption name players value 4
         > position startpos moves r53
         > query position
         response 123456789 0,0,0,0 1 53
         > position pos 123456789 0,0 1 ?
         > query view 3
         error view takes a player's number, or 0 for what everyone may know; not 3
         > query view 2
         response 123456789 0,0 1 ?
         > position startpos
         > query view 4
         response 123456789 0,0,0,0 1 ?",
    );
}

#[test]
fn what_is_not_understood_gets_one_error() {
    check(
        "outwit",
        "> hello there
         error no command 'hello'; commands are ugi, isready, setoption, uginewgame, position, query, perft, go, stop and quit
         > isready now
         error nothing may follow isready; send it alone, without 'now'
         > isredy
         error no command 'isredy'; did you mean isready? commands are ugi, isready, setoption, uginewgame, position, query, perft, go, stop and quit
         > query
         error queries are turn, legal, chance, position, view N, gameover, result and guide
         > query moves
         error no query 'moves'; queries are turn, legal, chance, position, view N, gameover, result and guide
         > query turns
         error no query 'turns'; did you mean turn? queries are turn, legal, chance, position, view N, gameover, result and guide
         > query turn 2
         error nothing may follow turn, not '2' either; queries are turn, legal, chance, position, view N, gameover, result and guide
         > go
         error say how long: 'go movetime MILLISECONDS', 'go nodes N', 'go depth PLIES' or 'go infinite', or set a level
         > go mate 3
         error go does not know 'mate'; it knows movetime, nodes, depth, infinite and multipv
         > go node 3
         error go does not know 'node'; did you mean nodes? it knows movetime, nodes, depth, infinite and multipv
         > go nodes many
         error nodes takes a whole number, such as 'go nodes 100', not 'many'
         > position
         error write it as 'position startpos' or 'position pos TEXT'
         > setoption players 2
         error write it as 'setoption name NAME value VALUE'; ugi lists the options
         > stop",
    );
    let empty = Live::start("outwit").ask("");
    assert_eq!(empty.len(), 1);
    assert!(empty[0].starts_with("error an empty line says nothing"));
}

#[test]
fn a_finished_game_answers_every_query() {
    check(
        "senet",
        "> position pos bwbwbwbwbwbwbwbwb..bw......... b b 1 moves 20/19
         > query turn
         response over
         > query gameover
         response true
         > query result
         response 1 0
         > query legal
         response
         > query chance
         response
         > perft 0
         nodes 1
         > perft 2
         nodes 0
         > go nodes 1
         error the game is over; set up another position
         > position startpos
         > go nodes 1
         error chance decides here; no player is to move: add one of what query chance tells to the moves of the position",
    );
}

#[test]
fn spaces_tabs_and_carriage_returns_around_a_command_are_ignored() {
    assert_eq!(say("outwit", "isready\r\nisready\n\tisready  "), "readyok\nreadyok\nreadyok\n");
}

#[test]
fn bytes_that_are_no_text_get_an_error() {
    let mut engine = Live::start("outwit");
    assert_eq!(
        engine.ask_bytes(b"\xff\xfeisready"),
        ["error that line is not UTF-8; send plain text"]
    );
    let long = vec![b'x'; (1 << 20) + 1];
    assert_eq!(
        engine.ask_bytes(&long),
        ["error a line has at most 1048576 bytes; send less at once"]
    );
    // What comes back is one line, whatever was sent.
    for line in ["a\rb", "a\u{2028}b", "position startpos moves a\u{85}b", "\0"] {
        assert_eq!(engine.ask(line).len(), 1, "{line:?}");
    }
    assert_eq!(engine.ask("isready"), ["readyok"]);
}

#[test]
fn quit_ends_it_and_nothing_else_does() {
    assert_eq!(say("outwit", "isready\nquit\nisready\n"), "readyok\n");
    let engine = Live::start("outwit");
    engine.send("quitt");
    engine.send("quit");
    assert_eq!(engine.until("error").len(), 1);
    assert_eq!(engine.next(), None);
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = std::io::Cursor::new(b"isready\nisready\n".to_vec());
    assert!(parlour_cli::ugi::run(game("outwit"), input, Gone).is_ok());
}

#[test]
fn the_conversation_in_the_documentation_is_true() {
    let page = include_str!("../../../../docs/protocol.md");
    let (_, rest) = page.split_once("```\n").expect("the page has a conversation");
    let (conversation, _) = rest.split_once("\n```").expect("it ends");
    let lasting: Vec<&str> =
        conversation.lines().filter(|line| !line.starts_with("info ")).collect();
    check("shut-the-box", &lasting.join("\n"));
}
