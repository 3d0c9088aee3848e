// The HTTP calls.
import type {
  AskAttempt,
  AskLines,
  AskPosition,
  AskRepair,
  AskSetup,
  AskTree,
  AttemptJudged,
  ChangeStudy,
  Contribute,
  CourseInfo,
  Created,
  Dice,
  Failure,
  GameInfo,
  Invitation,
  Knowledge,
  LessonAnswer,
  LessonCheck,
  LessonHint,
  LessonMoves,
  LessonQuestion,
  LessonView,
  MadeStudy,
  Me,
  NewStudy,
  NewTable,
  PositionView,
  PuzzleList,
  Repair,
  Replay,
  ReportState,
  RevertStudy,
  Setup,
  StoredStudy,
  StudyVersions,
  Tables,
  TableView,
  Transfer,
  VariationTree,
} from "../wire.ts";

const BASE = "/api/v1";

/** A call that the server refused, or that did not reach it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method,
      signal,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "unreachable", "The server cannot be reached. Is it still running?");
  }
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  throw new ApiError(
    response.status,
    failure?.code ?? "failed",
    failure?.message ?? `The server answered ${response.status}.`,
  );
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await call(method, path, body);
  try {
    return (await response.json()) as T;
  } catch {
    // The page of a network that wants a sign-in, a proxy's error, or an answer that broke off.
    const words =
      "Something else answered in the server's place. Check your network and try again.";
    throw new ApiError(response.status, "foreign", words);
  }
}

const lesson = (game: string, id: string) =>
  `/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`;
const study = (id: string) => `/studies/${encodeURIComponent(id)}`;
const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => json<Me>("GET", "/me"),
  rename: (name: string) => json<Me>("PUT", "/me", { name } satisfies Me),
  games: () => json<GameInfo[]>("GET", "/games"),
  rules: async (game: string) =>
    (await call("GET", `/games/${encodeURIComponent(game)}/rules`)).text(),
  lessons: (game: string) => json<CourseInfo>("GET", `/games/${encodeURIComponent(game)}/lessons`),
  puzzles: (game: string) => json<PuzzleList>("GET", `/games/${encodeURIComponent(game)}/puzzles`),
  checkLesson: (game: string, text: string) =>
    json<LessonCheck>("POST", `/games/${encodeURIComponent(game)}/lesson-check`, { text }),
  lessonPlay: (game: string, id: string, moves: LessonMoves) =>
    json<LessonView>("POST", lesson(game, id), moves),
  lessonAsk: (game: string, id: string, question: LessonQuestion) =>
    json<LessonAnswer>("POST", `${lesson(game, id)}/ask`, question),
  lessonHint: (game: string, id: string, moves: LessonMoves) =>
    json<LessonHint>("POST", `${lesson(game, id)}/hint`, moves),
  tables: () => json<Tables>("GET", "/tables"),
  open: (wanted: NewTable) => json<Created>("POST", "/tables", wanted),
  table: (id: string) => json<TableView>("GET", table(id)),
  replay: (id: string, viewer: number | null) =>
    json<Replay>(
      "GET",
      `${table(id)}/replay?open_players=true${viewer === null ? "" : `&viewer=${viewer}`}`,
    ),
  record: async (id: string) => (await call("GET", `${table(id)}/record`)).text(),
  report: (id: string) => json<ReportState>("GET", `${table(id)}/report`),
  makeReport: (id: string) => json<ReportState>("POST", `${table(id)}/report`),
  knowledge: (id: string, viewer: number | null) =>
    json<Knowledge>("GET", `${table(id)}/knowledge${viewer === null ? "" : `?viewer=${viewer}`}`),
  attempt: (id: string, asked: AskAttempt) =>
    json<AttemptJudged>("POST", `${table(id)}/report/attempt`, asked),
  importRecord: (text: string) => json<Created>("POST", "/records", { text }),
  transfer: (id: string) => json<Transfer>("POST", `${table(id)}/transfer`),
  invitation: (id: string) => json<Invitation>("GET", `${table(id)}/invitation`),
  dice: (id: string) => json<Dice>("GET", `${table(id)}/dice`),
  addToDice: (id: string, wanted: Contribute) => json<Dice>("POST", `${table(id)}/dice`, wanted),
  position: (asked: AskPosition) => json<PositionView>("POST", "/analysis/position", asked),
  repair: (asked: AskRepair) => json<Repair>("POST", "/analysis/repair", asked),
  setup: (asked: AskSetup) => json<Setup>("POST", "/analysis/setup", asked),
  newStudy: (text: string) => json<MadeStudy>("POST", "/studies", { text } satisfies NewStudy),
  study: (id: string) => json<StoredStudy>("GET", study(id)),
  changeStudy: (id: string, change: ChangeStudy) => json<StoredStudy>("PUT", study(id), change),
  studyVersions: (id: string) => json<StudyVersions>("GET", `${study(id)}/versions`),
  revertStudy: (id: string, asked: RevertStudy) =>
    json<StoredStudy>("POST", `${study(id)}/versions`, asked),
  tree: (asked: AskTree) => json<VariationTree>("POST", "/analysis/tree", asked),
  /** What the engine finds, line by line, until the signal hangs up. */
  lines: (asked: AskLines, signal: AbortSignal) => call("POST", "/analysis/lines", asked, signal),
  claim: (code: string) => json<Created>("POST", "/transfer", { code }),
};

const socketAt = (path: string): string =>
  `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${BASE}${path}/socket`;

/** The address of a table's socket. */
export const socketAddress = (id: string) => socketAt(table(id));

/** The address of a study's socket. */
export const studySocketAddress = (id: string) => socketAt(study(id));

let games: Promise<GameInfo[]> | null = null;

export const noGame = (id: string) => `There is no game called “${id}” here.`;

/** One of the games. */
export async function infoOf(id: string): Promise<GameInfo> {
  const found = (await allGames()).find((game) => game.id === id);
  if (!found) throw new Error(noGame(id));
  return found;
}

/** The games, asked for once. */
export function allGames(): Promise<GameInfo[]> {
  games ??= api.games().catch((error) => {
    games = null;
    throw error;
  });
  return games;
}
