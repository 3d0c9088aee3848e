// A medal: a star for a game that was decided or learnt, two bars for a draw.
import "../style/emblem.css";

export function Emblem({ drawn }: { drawn: boolean }) {
  return (
    <svg class="emblem" viewBox="-20 -20 40 40" width="64" height="64" aria-hidden="true">
      <circle r="19" class="coin" />
      <circle r="15.5" class="coin-rim" />
      {drawn ? (
        <path d="M-7-5H7V-2H-7zM-7 2H7V5H-7z" />
      ) : (
        <path d="M0-9.5 2.8-3.1 9.6-2.5 4.5 2.1 6 8.8 0 5.3-6 8.8-4.5 2.1-9.6-2.5-2.8-3.1Z" />
      )}
    </svg>
  );
}
