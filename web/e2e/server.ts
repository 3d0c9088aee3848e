// Starts the real program on a free port with a folder of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** The program: `PARLOUR_BIN`, or what cargo has built. */
export function program(): string {
  const candidates = [
    process.env.PARLOUR_BIN,
    join(ROOT, "target/release/parlour"),
    join(ROOT, "target/debug/parlour"),
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error("Build the program first (cargo build), or set PARLOUR_BIN.");
  return found;
}

/** A game as the program lists it. */
export interface Listed {
  id: string;
  secrets: boolean;
  options: { name: string; kind: { type: string; min?: number; max?: number } }[];
}

/** Every game that the program has. */
export const GAMES: Listed[] = JSON.parse(
  execFileSync(program(), ["games", "--json"], { encoding: "utf8" }),
);

/** The options that make a game as short as it can be. */
export const shortest = (game: Listed): [string, string][] =>
  game.options
    .filter((option) => option.kind.type === "number" && option.name !== "players")
    .map((option) => [option.name, String(option.kind.min)]);

/** The most players that a game takes. */
export const mostPlayers = (game: Listed): number =>
  game.options.find((option) => option.name === "players")?.kind.max ?? 2;

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export class Server {
  private child: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), "parlour-e2e-"));
  /** What the program has printed: part of what the secrecy test reads. */
  output = "";

  private constructor(
    private readonly port: number,
    private readonly pauses: boolean,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Without pauses nobody waits for throws and computers; with them people throw themselves. */
  static async start(pauses = false): Promise<Server> {
    const server = new Server(await freePort(), pauses);
    await server.up();
    return server;
  }

  /** Starts it, on the same port and data as before. */
  async up() {
    const settings = ["--port", String(this.port), "--data", this.data];
    if (!this.pauses) settings.push("--no-pauses");
    const child = spawn(program(), ["serve", ...settings], { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    const keep = (chunk: Buffer) => {
      this.output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) throw new Error(`The program ended:\n${this.output}`);
      const answer = await fetch(`${this.address}/api/v1/games`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`The program does not answer:\n${this.output}`);
  }

  /** Ends it without warning, as a power cut would. */
  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL") {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  }

  async stop() {
    await this.kill("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }
}
