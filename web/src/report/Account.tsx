// How a player's share came about: luck, errors and the rest, as bars that lead from the start to the end.
import { plural } from "../app/format.ts";
import { capital, nameOf } from "../app/speak.ts";
import type { Report, SeatView } from "../wire.ts";
import { adjustedWords, points, signedPoints } from "./words.ts";

interface Row {
  words: string;
  /** Where the bar begins and ends, as shares of the win. */
  from: number;
  to: number;
  figure: string;
  kind: "share" | "gain" | "loss";
}

export function Account(props: { report: Report; seats: readonly SeatView[]; seat: number }) {
  const { report, seat } = props;
  const game = report.seats[seat];
  if (!game) return null;
  const rows = rowsOf(report, seat);
  const low = Math.min(0, ...rows.flatMap((row) => [row.from, row.to]));
  const high = Math.max(1, ...rows.flatMap((row) => [row.from, row.to]));
  const place = (share: number) => (100 * (share - low)) / (high - low);
  const name = capital(nameOf(props.seats, seat));
  return (
    <>
      <table class="account">
        <caption class="sr-only">The account of {name} in points of the win</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.words}>
              <th scope="row">{row.words}</th>
              <td class="track" aria-hidden="true">
                <i
                  class={row.kind}
                  style={{
                    left: `${place(Math.min(row.from, row.to))}%`,
                    width: `${Math.max(0.6, Math.abs(place(row.to) - place(row.from)))}%`,
                  }}
                />
              </td>
              <td class="figure">{row.figure}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {Math.abs(game.account.revision) > 1e-9 && (
        <p class="small quiet">
          Revision: the engine changed its opinion of a position when it saw one move further.
        </p>
      )}
      {game.mean_loss !== null && (
        <p class="small">
          {name} lost {(100 * game.mean_loss).toFixed(1)}
          {game.standard_error !== null && ` ± ${(100 * game.standard_error).toFixed(1)}`} points in
          a decision on average.
        </p>
      )}
      {game.counts.unclear > 0 && (
        <p class="small">
          {plural(game.counts.unclear, "decision")} of {name} could not be told apart from the best:
          the difference is smaller than the error of the comparison. They count as no error.
        </p>
      )}
      {report.steps.some((step) => step.luck.length > 0) && (
        <p class="small">{adjustedWords(game)}</p>
      )}
    </>
  );
}

function rowsOf(report: Report, seat: number): Row[] {
  const account = report.seats[seat]?.account;
  if (!account) return [];
  const rows: Row[] = [
    {
      words: "At the start",
      from: 0,
      to: account.start,
      figure: String(points(account.start)),
      kind: "share",
    },
  ];
  let at = account.start;
  const change = (words: string, by: number) => {
    if (by === 0) return;
    const kind = by < 0 ? "loss" : "gain";
    rows.push({ words, from: at, to: at + by, figure: signedPoints(by), kind });
    at += by;
  };
  change("Luck", account.luck);
  change("Own errors", account.own_errors);
  change("Others' errors", account.others_errors);
  if (Math.abs(account.revision) > 1e-9) change("Revision", account.revision);
  const end = String(points(account.end));
  rows.push({ words: "At the end", from: 0, to: account.end, figure: end, kind: "share" });
  return rows;
}
