// Made from crates/wire by `cargo xtask types`. Do not edit.

export type AskAttempt = {
/** The number of the action that it replaces, from 1. */
ply: number,
/** The move. */
action: string, };

export type AskLines = {
/** The position. */
place: PositionRef,
/** The number of lines, from 1 to 5. */
lines: number,
/** The longest time to search, in seconds, from 1 to 20. */
seconds: number,
/** The most plies to look ahead; null: as far as the time allows. */
depth: number | null, };

export type AskPosition = {
/** The position. */
place: PositionRef,
/** The seat (from 0) that looks; null: everything is open. */
viewer: number | null,
/** Whether the board itself is wanted, too: it does not change from move to move. */
layout: boolean, };

export type AskRepair = {
/** The game's id. */
game: string,
/** The text. */
text: string, };

export type AskSetup = {
/** The game's id. */
game: string,
/** The position that the text was made from. */
position: string,
/** The text so far, a position or not. */
text: string,
/** The slots to change, with their new values. */
changes: Array<[number, string]>,
/** Whether the board itself is wanted, too. */
layout: boolean, };

export type AskTree = {
/** The game's id, for a text that does not name it. */
game: string,
/** Options by name, for actions from the start of a game. */
options: Array<[string, string]>,
/** The position from which the actions go; null: the start of a game. */
position: string | null,
/** A record, a position, or actions with variations. */
text: string, };

export type AttemptJudged = {
/** What it loses against the best that is known, in shares of the win; never negative. */
loss: number,
/** Whether it counts as right: it loses next to nothing, or nothing where values are exact. */
right: boolean, };

export type BoardDelta = {
/** The ply of the table that it changes: a page that knows another asks for the whole table. */
after: number,
/** The position's text as the viewer may know it. */
position: string,
/** Templates that are new, each with its place among the table's. */
templates?: Array<[number, string]>,
/** The actions, one ply each. */
log: Array<Description>,
/** Whose turn it is; absent: the same as before. */
turn?: Turn,
/** What changed on the board; absent: nothing. */
pieces?: Array<PieceChange>,
/** Signs on the board, all of them; absent: as they were. */
marks?: Array<Mark>,
/** What stands beside the board, where its names changed. */
all_stats?: Array<Stat>,
/** Places among the stats beside the board, and the values there now. */
stats?: Array<[number, Label]>,
/** The moves that the viewer may make now; absent: none. */
choices?: Array<MoveGroup>,
/** What the viewer is to do; absent: nothing. */
guide?: Label,
/** What the table looked like at the last action, where its picture no longer shows it. */
moment?: Picture,
/** How the game ended; absent: it goes on. */
result?: GameResult, };

export type BrierScore = {
/** Over this number of moments. */
moments: number,
/** Of the reading. */
reading: number,
/** Of a blind guess among the places that counting leaves. */
blind: number, };

export type Card = {
/** How many points each seat won or lost by it; empty where none changed. */
points: Array<number>,
/** The stretch of the game that it ended: `round`, `hand`. */
ends: string | null, };

export type Cause = { "type": "rules",
/** By how many points it was won, in a game for points. */
margin: number | null, } | { "type": "resigned",
/** The seat, from 0. */
seat: number, } | { "type": "out-of-time",
/** The seat, from 0. */
seat: number, } | { "type": "draw-agreed" } | { "type": "stopped" } | { "type": "foreign",
/** In its own words. */
text: string, };

export type Certainty = "estimated" | "proven" | "exact";

export type ChanceOutcome = {
/** Its text. */
action: string,
/** Its weight; its probability is the part of all weights. */
weight: number,
/** What happens, in words. */
words: Words, };

export type ChangeStudy = {
/** The study's key. */
key: string,
/** The version that it changes; another one is refused. */
version: number,
/** The tree as a record. */
text: string, };

export type ChatLine = {
/** The event's number: chat lines are in its order. */
sequence: number,
/** Who said it. */
name: string,
/** The speaker's seat, if any. */
seat: number | null,
/** A stable mark for the speaker at this table, for muting. */
speaker: string,
/** The words: plain text. */
text: string, };

export type Choice = {
/** Its text; send it back to make it. */
action: string,
/** The sites to click, in order; none: a button. */
clicks: Array<number>,
/** How many of the first clicks may come in any order. */
free: number,
/** The move in a few words. */
caption: Label,
/** What it changes on the board. Left out where that is plain: of two clicks in order, a piece
 * goes from the first site to the second; of any others, nothing is known. */
effects?: Array<Effect>, };

export type Claim = {
/** The code. */
code: string, };

export type ClientMessage = { "type": "act",
/** The move's text, as a choice had it. */
action: string,
/** The ply at which it was chosen: a late click changes nothing. */
ply: number,
/** How often actions had been taken back by then; absent: not looked at. */
rewinds?: number, } | { "type": "throw",
/** The ply at which it was thrown: a late throw changes nothing. */
ply: number, } | { "type": "ask",
/** The ply that it is about. */
ply: number,
/** The sites picked so far. */
picked: Array<number>,
/** The site that cannot be picked. */
site: number | null, } | { "type": "look",
/** The seat, from 0; null covers the screen again. */
seat: number | null, } | { "type": "sit",
/** The seat, from 0. */
seat: number,
/** The invitation, needed at a private table. */
invitation: string | null, } | { "type": "stand",
/** The seat, from 0. */
seat: number, } | { "type": "computer",
/** The seat, from 0. */
seat: number,
/** How strong. */
level: Level, } | { "type": "return",
/** The seat, from 0. */
seat: number, } | { "type": "resign",
/** The seat, from 0. */
seat: number, } | { "type": "draw" } | { "type": "take-back" } | { "type": "decline" } | { "type": "rematch" } | { "type": "chat",
/** The words. */
text: string, } | { "type": "keep" } | { "type": "hint" } | { "type": "judge",
/** The move's text, as a choice had it. */
action: string,
/** The ply at which it was chosen. */
ply: number, } | { "type": "table" } | { "type": "ping" };

export type ClientRequest = { id: MessageId } & ClientMessage;

export type Clock = { "type": "none" } | { "type": "move",
/** Seconds; a day is 86400. */
seconds: number, } | { "type": "game",
/** Seconds at the start. */
seconds: number,
/** Seconds added after each move. */
increment: number, };

export type CoachVerdict = "fine" | "gives-away" | "only-good";

export type Contribute = { "seal": string } | { "salt": string };

export type Contribution = {
/** The number of actions made before it: it counts from here on. */
ply: number,
/** A random text. */
salt: string,
/** Whether it is the visitor's own. */
yours: boolean, };

export type CourseInfo = {
/** The game's id. */
game: string,
/** Its name on the lid. */
name: string,
/** The lessons; empty for a game without a course. */
lessons: Array<LessonInfo>, };

export type Created = {
/** The table's unguessable name: its page is `/t/{id}`. */
id: string, };

export type Description = {
/** Who moved (a seat from 0); null where chance decided. */
by: number | null,
/** Its text; `h?` or `d?` where it is hidden. */
action: string,
/** What happened. */
words: Words,
/** The sites that it touched, where the viewer may know. */
clicks: Array<number>,
/** Its steps, where they are to be shown one after another. */
steps?: Array<Effect>,
/** What of it belongs on the score card; absent where nothing does. */
card?: Card, };

export type Dice = {
/** The hash of the server's seed, fixed when the table was set up. */
commitment: string,
/** Whether the game has throws or draws. */
used: boolean,
/** The hashes of what browsers will add, in order. */
seals: Array<Seal>,
/** Whether every player's browser has sealed what it will add. */
complete: boolean,
/** What browsers added, in order. */
contributions: Array<Contribution>,
/** What the visitor's browser may do for the dice now. */
wanted: Wanted,
/** The seed, opened once the game is over. */
seed: string | null, };

export type Effect = { "type": "go",
/** Where it stands. */
from: number,
/** Where it comes to stand. */
to: number, } | { "type": "put",
/** The piece. */
piece: Piece, } | { "type": "take",
/** Where. */
site: number, };

export type EngineLine = {
/** The move, and the answers that are expected up to the next chance node. */
moves: Array<string>,
/** Everybody's expected share of the win, from 0 to 1. */
shares: Array<number>,
/** How reliable the shares are. */
certainty: Certainty, };

export type EngineNews = { "type": "lines",
/** The lines. */
lines: Array<EngineLine>,
/** How many plies ahead the search looked. */
depth: number,
/** How many nodes it visited. */
nodes: number,
/** Whether the search has ended. */
done: boolean, } | { "type": "outcomes",
/** The outcomes in the order of the position's chances. */
outcomes: Array<OutcomeValue>,
/** The mean over all outcomes, once all were searched. */
mean: EngineLine | null,
/** Whether the search has ended. */
done: boolean, } | { "type": "failed",
/** What to do. */
message: string, };

export type Failure = {
/** A word for programs. */
code: string,
/** What was wrong and what to do, for people. */
message: string, };

export type Fortune = "lucky" | "very-lucky";

export type GameInfo = {
/** Its name in addresses. */
id: string,
/** Its name on the lid. */
name: string,
/** The game in one sentence. */
summary: string,
/** The fewest players. */
min_players: number,
/** The most players. */
max_players: number,
/** Whether players may agree on a draw. */
draws: boolean,
/** Whether players hide things from each other. */
secrets: boolean,
/** How many lessons teach it; 0 without a course. */
lessons: number,
/** How many puzzles there are: `puzzle-1`, `puzzle-2` and so on. */
puzzles: number,
/** Its options. */
options: Array<OptionInfo>,
/** What each player is called, for the most players. */
roles: Array<string>,
/** The board at the start. */
layout: Layout,
/** What stands on it. */
picture: Picture,
/** What the parts of the board are for. */
legend: Array<LegendLine>, };

export type GameResult = {
/** Why it is over. */
cause: Cause,
/** Each seat's share of the win, from 0 to 1; empty: it is unknown who won. */
shares: Array<number>,
/** The cause in a sentence: "Light wins.", "Dark resigned.", "Draw agreed." */
words: Label, };

export type Giveaway = {
/** The bits about the secret that the owner's own moves have given away after 0, 1, 2 … actions, below 0
 * where they misled; null where the owner has no secret. It begins at 0 with every new secret. */
bits: Array<number | null>,
/** The bits that a secret gave away by its end, on average; null where the owner had none. */
mean_bits: number | null,
/** The move that gave most away; null where none gave anything away. */
most: TellingMove | null,
/** How good the reading of this owner was. */
brier: BrierScore | null, };

export type HintMove = {
/** The move's text. */
action: string,
/** The move in a few words. */
caption: Label,
/** The mover's expected share of the win, from 0 to 1. */
value: number,
/** How much that can be trusted. */
certainty: Certainty, };

export type Invitation = {
/** The address to send; with the visitor's invitation if they may give one. */
link: string,
/** The QR code of it, as SVG. */
qr: string,
/** Whether other computers can open it, as far as the server knows. */
reachable: boolean, };

export type KeyMoment = {
/** The action. */
ply: number,
/** Whose moment it is. */
seat: number,
/** What it is about. */
kind: MomentKind,
/** The player's change by it. */
change: number,
/** What can be said of it. Players are left open as `{seat:0}`, and verbs have two forms. */
words: string, };

export type Knowledge = {
/** The seat whose knowledge the moments show; null for somebody who only looks on. */
viewer: number | null,
/** The secrets after 0, 1, 2 … actions. */
moments: Array<Array<KnownSecret>>,
/** What each owner gave away to somebody who only looked on, in seat order. */
owners: Array<Giveaway>,
/** How good the reading of all secrets was; null where there were none. */
brier: BrierScore | null, };

export type KnownPlace = {
/** The place: an index into the layout's sites. */
site: number,
/** By counting all that is possible. */
counting: number,
/** By the engine's belief model, which also reads how the players moved. */
reading: number, };

export type KnownSecret = {
/** Whose it is. */
owner: number,
/** Where it is: an index into the layout's sites. */
truth: number,
/** Where it may be. */
places: Array<KnownPlace>, };

export type Label = string;

export type Layout = {
/** The scene's width. */
width: number,
/** The scene's height. */
height: number,
/** Painted first, in order. */
regions: Array<Region>,
/** Lines from site to site, painted over the regions. */
lines: Array<[number, number]>,
/** Every place; others refer to them by index. */
sites: Array<Site>,
/** Each seat's colours; with more seats than paints they start over. */
seats: Array<Paint>, };

export type LegendLine = {
/** A site that shows it: an index into the layout's sites. */
site: number,
/** What it is for. */
words: string, };

export type LessonAnswer = {
/** What to do, or why not; null where there is nothing to say. */
words: string | null,
/** Where the rule page says so. */
rule: string | null, };

export type LessonCheck = {
/** What is wrong with it; empty for a lesson that works. */
problems: Array<string>,
/** How many answers there are, how many are right, and what the engine would do. */
notes: Array<string>, };

export type LessonGame = {
/** How strong the computer is. */
level: Level,
/** Options of the game by name. */
options: Array<[string, string]>, };

export type LessonHint = {
/** Its text. */
action: string, };

export type LessonInfo = {
/** Its name in addresses. */
id: string,
/** The title. */
title: string,
/** What to know before the task. */
text: Array<string>,
/** The task in one sentence. */
task: string,
/** The fewest moves that solve it; 0 for a game. */
par: number,
/** The game to play; null for an exercise. */
game: LessonGame | null, };

export type LessonMoves = {
/** The learner's own moves, in order. What the others did follows from them. */
moves: Array<string>, };

export type LessonQuestion = {
/** The learner's moves so far. */
moves: Array<string>,
/** The sites picked so far. */
picked: Array<number>,
/** The site that cannot be picked; null asks what to do next. */
site: number | null, };

export type LessonText = {
/** The text of one lesson. */
text: string, };

export type LessonVerdict = "go-on" | "done" | "mistake";

export type LessonView = {
/** The positions to show, one after another: after the learner's last move and after each action
 * that followed it. The first of a lesson has the board. */
frames: Array<PositionView>,
/** The learner's seat. */
seat: number,
/** What became of the last move. */
verdict: LessonVerdict,
/** What to say about it. Where the lesson goes on, the task of the next move; null where the task stays
 * the lesson's. */
says: string | null,
/** Sites to point at before the learner's next move, and arrows. */
shapes: Array<TreeShape>,
/** What the answer to a puzzle is worth; null in a lesson, and before the answer. */
answer: PuzzleAnswer | null, };

export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type LogLine = {
/** The number of actions made once this one was: the first has 1. */
ply: number,
/** Who moved (a seat from 0); null where chance decided. */
by: number | null,
/** Its text; `h?` or `d?` where it is hidden. */
action: string,
/** What happened. */
words: Words,
/** The sites that it touched, where the viewer may know. */
clicks: Array<number>,
/** Its steps, where they are to be shown one after another. */
steps?: Array<Effect>,
/** What of it belongs on the score card; absent where nothing does. */
card?: Card, };

export type MadeStudy = {
/** Whoever has it may change the study. It is given once, to who made the study. */
key: string,
/** The study. */
study: StoredStudy, };

export type Mark = {
/** Where. */
site: number,
/** Its look. */
kind: string,
/** What to call it aloud. */
label: Label, };

export type Me = {
/** The name shown to others. */
name: string, };

export type MessageId = string;

export type MomentKind = "error" | "luck";

export type MoveFact = {
/** What kind of fact it is: `wins`, `bump`. */
kind: string,
/** Where it can be seen. */
sites: Array<number>,
/** One sentence. Its subject is the move. */
words: Label, };

export type MoveGroup = {
/** Their label. A template without the arguments that it takes gets the sites clicked. */
label: Label,
/** Their text, with `{0}` for the name of the first site clicked. */
action: string,
/** How many of the first clicks may come in any order. */
free: number,
/** All clicks but the last, and every last one that may follow; none at all: a button. */
clicks: Array<[Array<number>, Array<number>]>,
/** What each move changes on the board, in the order of the clicks; absent where it is plain. */
effects?: Array<Array<Effect>>, };

export type MoveValue = {
/** The move's text. */
action: string,
/** The move in a few words. */
words: string,
/** The mover's share of the win after it; in a question by counting, how likely the place is. */
share: number, };

export type MoveVerdict = {
/** The ply that it is for. */
ply: number,
/** The move's text. */
action: string,
/** Good enough, or not, or the only good one. */
verdict: CoachVerdict,
/** The share of the win that it gives away, from 0 to 1; 0 where that is not known. */
lost: number,
/** What speaks against it. */
against: Array<MoveFact>,
/** What the next player would answer, where the coach shows it. */
reply: Reply | null,
/** The best move, where it is another one; for the only good move, itself. */
best: HintMove | null,
/** What speaks for the best move. */
why: Array<MoveFact>, };

export type NewSeat = { "type": "me",
/** A name for this player on the shared screen; null: the visitor's own. */
name: string | null, } | { "type": "open" } | { "type": "computer",
/** How strong. */
level: Level, };

export type NewStudy = {
/** The tree as a record. */
text: string, };

export type NewTable = {
/** The game's id. */
game: string,
/** Options by name: pairs, or an object. */
options: Array<[string, string]>,
/** The seats in turn order. */
seats: Array<NewSeat>,
/** How time is kept; without it there is no clock. */
clock: Clock,
/** Whether lists show it and anyone may sit down. */
public: boolean, };

export type Offers = {
/** The seat that offers a draw. */
draw: number | null,
/** The seat that asks to take back the last move. */
take_back: number | null,
/** The seats whose players want a rematch. */
wants_rematch: Array<number>,
/** The table of the rematch, once there is one. */
rematch: string | null, };

export type OptionInfo = {
/** Its name. */
name: string,
/** Its name on a form, in plain words. */
label: string,
/** What values it takes. */
kind: OptionKindInfo,
/** The value when nobody says otherwise. */
default: string,
/** What it does, in one sentence. */
help: string,
/** Values that have a name in plain words. */
value_labels: Array<ValueLabel>, };

export type OptionKindInfo = { "type": "number",
/** The least. */
min: number,
/** The most. */
max: number, } | { "type": "choice",
/** The words. */
words: Array<string>, } | { "type": "text" };

export type OutcomeValue = {
/** The outcome's text. */
action: string,
/** Everybody's expected share of the win after it. */
shares: Array<number>,
/** How reliable the shares are. */
certainty: Certainty,
/** The best reply and what follows; empty where no player moves next. */
reply: Array<string>, };

export type Paint = {
/** The surface. */
fill: string,
/** The outline. */
edge: string,
/** What is printed on it. */
ink: string, };

export type Picture = {
/** What stands on the board. */
pieces: Array<Piece>,
/** Signs on the board. */
marks: Array<Mark>,
/** What stands beside it. */
stats: Array<Stat>, };

export type Piece = {
/** Where: an index into the layout's sites. */
site: number,
/** Its look. */
kind: string,
/** Whose it is: a seat from 0. */
owner: number | null,
/** What shows on it; may be empty. */
face: string,
/** How many stand there together. */
count: number,
/** Whether the number always shows, as on a heap of seeds. */
heap?: boolean,
/** What to call it aloud. */
name: Label, };

export type PieceChange = number | [number, number] | Piece;

export type Point = {
/** To the right. */
x: number,
/** Downwards. */
y: number, };

export type PositionRef = {
/** The game's id. */
game: string,
/** Options by name, for a line that begins at the start of a game. */
options: Array<[string, string]>,
/** The position where the line begins; null: the start of a game. */
position: string | null,
/** The actions made since, throws and draws included. */
actions: Array<string>, };

export type PositionView = {
/** All options by name. */
options: Array<[string, string]>,
/** What the game calls each player. */
roles: Array<string>,
/** The seat that looks; null: everything is open. */
viewer: number | null,
/** The position's text, with everything open. */
position: string,
/** The board, where it was asked for. */
layout: Layout | null,
/** What stands on it. */
picture: Picture,
/** What the table looked like at the last action, where the position no longer shows it. */
moment: Picture | null,
/** Whose turn it is. */
turn: Turn,
/** The moves that can be made; none where another seat looks than the one that moves. */
choices: Array<Choice>,
/** What to do now, in one sentence. */
guide: Label | null,
/** What may be thrown or drawn now. */
chances: Array<ChanceOutcome>,
/** The last action. */
last: Description | null,
/** How the game ended. */
result: GameResult | null,
/** Why the engine says nothing about this position; null where it does. */
no_engine: string | null, };

export type PuzzleAnswer = {
/** The share of the win that it gives away; in a question by counting, by how much another place is
 * more likely. */
lost: number,
/** Whether it may be more: the value of the move is not known. */
at_least: boolean,
/** What speaks for a right move, or against a wrong one. */
why: Array<string>,
/** Once the puzzle is solved: its moves with their values, the best first. */
values: Array<MoveValue>,
/** Once the puzzle is solved: how its position came about, with everything open. */
place: PositionRef | null, };

export type PuzzleGrade = "easy" | "middling" | "hard";

export type PuzzleInfo = {
/** Its name in addresses. */
id: string,
/** The question. */
task: string,
/** Whether a place is asked for, not a move: where a secret may lie, by counting. */
counting: boolean,
/** How hard it is. */
grade: PuzzleGrade,
/** The levels that find a right move. */
levels: Array<number>,
/** The ids of its themes. */
themes: Array<string>, };

export type PuzzleList = {
/** The game's id. */
game: string,
/** Its name on the lid. */
name: string,
/** Whether dice decide: answers then count by what they give away. */
dice: boolean,
/** The themes that occur. */
themes: Array<PuzzleTheme>,
/** The puzzles; empty for a game without any. Each is played as a lesson of this id. */
puzzles: Array<PuzzleInfo>, };

export type PuzzleTheme = {
/** The kind of fact that it stands for. */
id: string,
/** Its name. */
name: string, };

export type Record = {
/** The text. */
text: string, };

export type Region = {
/** Its look. */
kind: string,
/** What to call it aloud. */
label: Label,
/** Whose it is: a seat from 0. */
owner: number | null,
/** The corners of its outline. */
outline: Array<Point>, };

export type Repair = {
/** The position; null where none is near, or the text is a position already. */
position: string | null, };

export type Replay = {
/** The table's name. */
id: string,
/** The game's id. */
game: string,
/** The seats. */
seats: Array<SeatView>,
/** The seat whose view this is; null: the public's. */
viewer: number | null,
/** Whether everything hidden is shown: the game is over. */
open: boolean,
/** The board. */
layout: Layout,
/** The positions from the start. */
steps: Array<ReplayStep>,
/** How it ended. */
result: GameResult | null, };

export type ReplayStep = {
/** How many actions were made. */
ply: number,
/** The action that led here; null at the start. */
told: Description | null,
/** The position's text. */
position: string,
/** What stands on the board. */
picture: Picture, };

export type Reply = {
/** Who would make it, a seat from 0. */
seat: number,
/** The move. */
choice: Choice,
/** What speaks for it. */
why: Array<MoveFact>, };

export type Report = {
/** The version of this form. */
version: number,
/** What made it: the engine, its nodes for each position and the program's version. */
engine: string,
/** The game's id. */
game: string,
/** From how many points of the win on a decision is an inaccuracy, a mistake and a blunder. */
steps_at: [number, number, number],
/** Everybody's share of the win at the start. */
start: Array<number>,
/** The actions. */
steps: Array<ReportStep>,
/** How it ended, if not by the rules. */
ending: ReportEnding | null,
/** Whether the game was over; otherwise the report goes as far as the record. */
over: boolean,
/** Whether every value is exact. */
exact: boolean,
/** Everybody's game, in seat order. */
seats: Array<SeatReport>,
/** The key moments, in the order of the game. */
moments: Array<KeyMoment>, };

export type ReportEnding = {
/** Who ended the game; null where that is not known, or all did. */
by: number | null,
/** By how much it changed everybody's share. */
change: Array<number>, };

export type ReportState = { "type": "none" } | { "type": "making",
/** How many actions are done. */
done: number,
/** How many there are. */
all: number, } | { "type": "made",
/** The report. */
report: Report, };

export type ReportStep = {
/** Its number, from 1. */
ply: number,
/** Its text. */
action: string,
/** Who moved; null where chance decided. */
by: number | null,
/** Everybody's share of the win after it. */
shares: Array<number>,
/** How reliable these shares are. */
certainty: Certainty,
/** Everybody's luck in it; empty where there is none. */
luck: Array<number>,
/** What the move lost or gave to everybody, against the best move; empty where nothing was lost. */
error: Array<number>,
/** By how much the engine's opinion changed; empty where it did not. */
revision: Array<number>,
/** The number of the mover's decision, from 1; null for chance and for forced moves. */
decision: number | null,
/** Whether the computer made the move for a person. It is left out of that person's verdicts and mean. */
by_computer: boolean,
/** What the decision was worth; null where there was none. */
verdict: Verdict | null,
/** The better move, where something was lost. */
better: Suggestion | null,
/** The probability of what happened: of the outcome of chance, or of what the mover saw come of a move
 * in a game with secrets; null where it was certain. */
odds: number | null,
/** Whether chance was kind. */
fortune: Fortune | null, };

export type RevertStudy = {
/** The study's key. */
key: string,
/** The version that is the latest one now; another one is refused. */
version: number,
/** The version to go back to. */
to: number, };

export type Rights = {
/** Resign. */
resign: boolean,
/** Offer a draw. */
offer_draw: boolean,
/** Ask to take back the last move. */
take_back: boolean,
/** Ask for a hint. */
hint: boolean,
/** Set up the next game. */
rematch: boolean,
/** Keep an imported record, which expires otherwise. */
keep: boolean,
/** Sit down on an open seat. */
sit: boolean,
/** Change who sits where (the table's maker). */
host: boolean, };

export type Seal = {
/** The SHA-256 of the text, in hexadecimal. */
seal: string,
/** Whether it is the visitor's own. */
yours: boolean, };

export type SeatAccount = {
/** The share of the win at the start. */
start: number,
/** The share of the win at the end. */
end: number,
/** What throws and draws brought, and what secrets turned out to be. */
luck: number,
/** What own errors lost; never positive. */
own_errors: number,
/** What the errors of the others brought. */
others_errors: number,
/** Where the engine changed its opinion. */
revision: number, };

export type SeatReport = {
/** The account. */
account: SeatAccount,
/** How many decisions there were, without forced moves and those that the computer made for a person. */
decisions: number,
/** How many decisions the computer made for the person who sat here. */
by_computer: number,
/** How many got each verdict. */
counts: VerdictCounts,
/** The mean share of the win that a decision lost; null without decisions. */
mean_loss: number | null,
/** The standard error of the mean; null with fewer than two decisions. */
standard_error: number | null,
/** The result less the luck. */
luck_adjusted: number, };

export type SeatView = {
/** What the game calls this player: "Light", "Player 3". */
role: string,
/** Who sits there. */
sitter: Sitter,
/** Time left in milliseconds as of the message's sending; null without a clock. */
clock: number | null,
/** Milliseconds, as of the message's sending, until the table's maker may give the seat of this
 * absent player to the computer; null where that is not the question. */
grace: number | null,
/** How many moves the computer has made for this seat's player. */
computer_moves: number, };

export type ServerMessage = { "type": "table",
/** What the viewer may know of it. */
table: TableView, } | { "type": "board" } & BoardDelta | { "type": "seats",
/** The seats in turn order. */
seats: Array<SeatView>, } | { "type": "spectators",
/** The number of spectators with an open page. */
spectators: number, } | { "type": "clocks",
/** Milliseconds for each seat, as of the message's sending. */
left: Array<number>,
/** The seat whose clock runs. */
running: number | null, } | { "type": "chat",
/** The new lines. */
lines: Array<ChatLine>, } | { "type": "offers",
/** All of it. */
offers: Offers, } | { "type": "you",
/** All of it. */
you: You, } | { "type": "done",
/** The message. */
id: MessageId, } | { "type": "hint",
/** The message that asked for it. */
id: MessageId,
/** The ply that it is for. */
ply: number,
/** Good moves, the best first; every move where all values are exact. */
moves: Array<HintMove>,
/** What speaks for the best one, the most important first. */
why: Array<MoveFact>,
/** What the next player is expected to answer to the best one, where that is known. */
reply: Reply | null, } | { "type": "verdict",
/** The message that asked for it. */
id: MessageId,
/** The ply that it is for. */
ply: number,
/** The move's text. */
action: string,
/** Good enough, or not, or the only good one. */
verdict: CoachVerdict,
/** The share of the win that it gives away, from 0 to 1; 0 where that is not known. */
lost: number,
/** What speaks against it. */
against: Array<MoveFact>,
/** What the next player would answer, where the coach shows it. */
reply: Reply | null,
/** The best move, where it is another one; for the only good move, itself. */
best: HintMove | null,
/** What speaks for the best move. */
why: Array<MoveFact>, } | { "type": "guide",
/** The message that asked. */
id: MessageId,
/** The ply that it is about. */
ply: number,
/** The sites picked so far. */
picked: Array<number>,
/** The site that cannot be picked; null where the words say what to do. */
site: number | null,
/** One sentence; a reason begins without a capital and has no full stop. */
words: Label,
/** Where the rule page says so: a ruling's number or a heading. */
rule: string | null, } | { "type": "error",
/** The message; absent where it had no id that could be read, or where the table itself fails. */
id?: MessageId,
/** A word for programs: `illegal`, `not-your-turn`, `stale`, `too-fast`, `bad-message` … */
code: string,
/** What was wrong and what to do, for people. */
message: string, } | { "type": "pong",
/** The ping. */
id: MessageId, };

export type Setup = {
/** The text with the changes. */
text: string,
/** Why it is not a position, in a sentence; null where it is one. */
problem: string | null,
/** The board, where it was asked for. */
layout: Layout | null,
/** What stands on it. */
picture: Picture,
/** The sites that can be changed; none where the text cannot be taken apart. */
boards: Array<SetupBoard>,
/** What can be changed beside the board. */
values: Array<SetupValue>,
/** The value of each slot. */
slots: Array<string>, };

export type SetupBoard = {
/** The slot of the first site; those of the others follow. */
slot: number,
/** The sites, by their places in the layout. */
sites: Array<number>,
/** What can stand on each; the first is an empty site. */
signs: Array<SetupSign>, };

export type SetupSign = {
/** The value of the site's slot. */
value: string,
/** What to call it. */
name: Label,
/** What it shows; null for nothing. Its site does not count. */
piece: Piece | null,
/** The mark that it has beside; its site does not count. */
mark: Mark | null, };

export type SetupValue = {
/** Its slot. */
slot: number,
/** What it is. */
name: Label,
/** What it can be. */
kind: SetupValueKind, };

export type SetupValueKind = { "type": "choice",
/** The values, with what to call them. */
values: Array<ValueLabel>, } | { "type": "number",
/** The lowest. */
min: number,
/** The highest. */
max: number, };

export type Shape = { "type": "circle",
/** From centre to rim. */
radius: number, } | { "type": "rect",
/** Across. */
width: number,
/** Down. */
height: number, } | { "type": "hexagon",
/** From centre to corner. */
radius: number, };

export type Site = {
/** Its name in the notation. */
name: string,
/** What to call it aloud. */
label: Label,
/** Its look. */
kind: string,
/** The centre. */
at: Point,
/** The form. */
shape: Shape,
/** What is printed on it; absent where nothing is. */
print?: string,
/** The radius of a piece that stands here; absent: as large as the site allows. */
room?: number,
/** Whether nobody uses it in this game. */
idle?: boolean, };

export type Sitter = { "type": "open" } | { "type": "person",
/** The name they chose. */
name: string,
/** Whether a page of theirs is open now. */
here: boolean, } | { "type": "computer",
/** How strong. */
level: Level,
/** It keeps the seat for this person, who can take it back. */
keeps_for: string | null, };

export type Stat = {
/** Whom it is about (a seat from 0); null for the table. */
seat: number | null,
/** What it is: `score`, `pot` … */
name: string,
/** Its value. */
value: Label, };

export type Status = "waiting" | "playing" | "over";

export type StoredStudy = {
/** Its unguessable name. */
id: string,
/** The first version is 1. */
version: number,
/** The tree. */
tree: VariationTree, };

export type StudyVersion = {
/** Its number. */
version: number,
/** The seconds since another version came in its place. */
seconds_ago: number, };

export type StudyVersions = {
/** The versions. */
versions: Array<StudyVersion>, };

export type Suggestion = {
/** The move and the answers that were expected, as texts. */
line: Array<string>,
/** The move in a few words. */
words: string,
/** The sites that it touches, in the order of its clicks: indices into the layout's sites. */
sites: Array<number>,
/** Everybody's share of the win after it. */
shares: Array<number>, };

export type TableSummary = {
/** The table's name. */
id: string,
/** The game's id. */
game: string,
/** Where it stands. */
status: Status,
/** Who sits there. */
seats: Array<SeatView>,
/** The seats (from 0) that belong to the viewer. */
yours: Array<number>,
/** Whether it waits for the viewer to move. */
your_turn: boolean,
/** How many actions have been made. */
ply: number,
/** When something last happened: milliseconds since 1970. */
changed: number,
/** How it ended, in a sentence. */
result: string | null,
/** The same sentence with its players left open: `{seat:0} [wins|win].` */
result_label?: string,
/** Each seat's share of the win, from 0 to 1, once the game is over; empty where it is not known. */
shares: Array<number>, };

export type TableView = {
/** The table's unguessable name. */
id: string,
/** The game's id. */
game: string,
/** The options by name. */
options: Array<[string, string]>,
/** The number of the last event; null after a delta, which has no number. */
sequence: number | null,
/** How many actions have been made. */
ply: number,
/** How often actions were taken back. */
rewinds: number,
/** Where the table stands. */
status: Status,
/** Whether lists show it. */
public: boolean,
/** The clock. */
clock: Clock,
/** The seat whose clock runs. */
running: number | null,
/** Whose turn it is. */
turn: Turn,
/** The seats in turn order. */
seats: Array<SeatView>,
/** The seat whose view this is; null: the public's. */
viewer: number | null,
/** The position's text as the viewer may know it. */
position: string,
/** The board. */
layout: Layout,
/** What stands on it. */
picture: Picture,
/** The moves that the viewer may make now. */
choices: Array<Choice>,
/** What the viewer is to do now, in one sentence; null where others act. */
guide: Label | null,
/** The templates of the labels in here, which name them by their places in this list. */
templates?: Array<string>,
/** What the table looked like at the last action, where the position no longer shows it. */
moment: Picture | null,
/** The last action. */
last: Description | null,
/** The move list. */
log: Array<LogLine>,
/** What was said last. */
chat: Array<ChatLine>,
/** How it ended. */
result: GameResult | null,
/** Open proposals. */
offers: Offers,
/** How many watch. */
spectators: number,
/** The seats (from 0) that belong to the visitor; several in a game on one screen. */
yours: Array<number>,
/** In a game with secrets on one screen: pass the device to this seat, which then asks to look. */
pass_to: number | null,
/** The token that lets a friend sit down, for those who may invite. */
invitation: string | null,
/** What the visitor may do. */
rights: Rights, };

export type Tables = {
/** Where the visitor sits, newest first. */
mine: Array<TableSummary>,
/** Open to everyone, newest first. */
public: Array<TableSummary>, };

export type TellingMove = {
/** The action. */
ply: number,
/** The bits that it gave away. */
bits: number,
/** What the reading gave the right place before it. */
before: number,
/** What the reading gave the right place after it. */
after: number, };

export type Transfer = {
/** The code; good for a few minutes and one use. */
code: string,
/** The address that does the same, to show as a QR code. */
path: string,
/** The QR code as SVG. */
qr: string,
/** For how many more seconds it is good. */
seconds: number, };

export type TreeNode = {
/** The node before, a place in the list of nodes. */
parent: number,
/** The action that leads here; empty at the root. */
action: string,
/** Who made it; null for chance. */
by: number | null,
/** The name of the line that begins here. */
name: string,
/** A comment on the position. */
comment: string,
/** A verdict on the action: `!`, `?`, `!!`, `??`, `!?`, `?!`, or nothing. */
glyph: string,
/** Circles and arrows. */
shapes: Array<TreeShape>, };

export type TreeShape = {
/** The name of the site of a circle, or of the site where an arrow begins. */
from: string,
/** The site where an arrow ends; null for a circle. */
to: string | null, };

export type Turn = { "type": "player",
/** The seat. */
seat: number, } | { "type": "chance",
/** Who throws: that seat's player does it, or the server before long; null: the server. */
seat: number | null, } | { "type": "over" };

export type ValueLabel = {
/** The value. */
value: string,
/** Its name on a form. */
label: string, };

export type VariationTree = {
/** The game's id. */
game: string,
/** Options by name. */
options: Array<[string, string]>,
/** The position where it begins; null: the start of a game. */
position: string | null,
/** A title; may be empty. */
title: string,
/** The nodes: the root first, each behind its parent, and of several with one parent the main line first. */
nodes: Array<TreeNode>,
/** The whole tree as a record. */
record: string, };

export type Verdict = "best" | "unclear" | "good" | "inaccuracy" | "mistake" | "blunder";

export type VerdictCounts = {
/** Nothing lost. */
best: number,
/** Not told apart from the best. */
unclear: number,
/** Good. */
good: number,
/** Inaccuracies. */
inaccuracy: number,
/** Mistakes. */
mistake: number,
/** Blunders. */
blunder: number, };

export type Wanted = "nothing" | "seal" | "salt";

export type Words = string;

export type You = {
/** The seats (from 0) that belong to the visitor; several in a game on one screen. */
yours: Array<number>,
/** In a game with secrets on one screen: pass the device to this seat, which then asks to look. */
pass_to: number | null,
/** The token that lets a friend sit down, for those who may invite. */
invitation: string | null,
/** What the visitor may do. */
rights: Rights, };
