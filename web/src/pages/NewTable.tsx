// Setting a table: one button for the usual game, two beside it, everything else folded away.
import "../style/setup.css";
import { useState } from "preact/hooks";
import { infoOf } from "../app/api.ts";
import { GamePicture } from "../app/GamePicture.tsx";
import { type GameSummary, playersWords, useGame } from "../app/gameList.ts";
import { LevelPicker } from "../app/LevelPicker.tsx";
import { later } from "../app/later.tsx";
import { keepLevel, levelOf, levels, levelWords } from "../app/levels.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { Link } from "../app/router.tsx";
import { meAnd, openUsual, playComputer } from "../app/seats.ts";
import { useStore } from "../app/store.ts";
import { answers, learnWords } from "../learn/offer.ts";

// Most tables are set without these.
const CustomForm = later(() => import("./CustomForm.tsx"), "CustomForm");
const NamesDialog = later(() => import("./NamesDialog.tsx"), "NamesDialog");

export function NewTable({ game }: { game: string }) {
  const loaded = useGame(game);
  useTitle(loaded.state === "ready" ? `New game of ${loaded.value.name}` : "New game");
  return <Waiting loaded={loaded}>{(info) => <Setup game={info} />}</Waiting>;
}

function Setup({ game }: { game: GameSummary }) {
  const level = levelOf(useStore(levels), game.id);
  const answer = useStore(answers)[game.id];
  const [naming, setNaming] = useState(false);
  return (
    <div class="page setup">
      <div class="picture">
        <GamePicture game={game.id} first />
      </div>
      <div class="setup-head">
        <h1>{game.name}</h1>
        <p class="lead">{game.summary}</p>
        <p class="quiet small">
          {playersWords(game)}
          <Link href={`/rules/${game.id}`}>Read the rules</Link>
          {game.lessons > 0 && (
            <Link href={`/learn/${game.id}`}>{learnWords(game.lessons, answer)}</Link>
          )}
          <Link href={`/analyse/${game.id}`}>Analysis board</Link>
        </p>
        <section class="opponent" aria-label="Against the computer">
          <LevelPicker level={level} onChange={(chosen) => keepLevel(game.id, chosen)} />
          <button type="button" class="primary huge" onClick={() => playComputer(game, level)}>
            Play the computer
            <small>{levelWords(level)}</small>
          </button>
        </section>
        <div class="presets">
          <button type="button" class="big" onClick={() => setNaming(true)}>
            Two on this screen
            <small>You take turns on this device</small>
          </button>
          <button
            type="button"
            class="big"
            onClick={() => openUsual(game, meAnd(game.min_players, { type: "open" }))}
          >
            Invite a friend
            <small>You get a link to send</small>
          </button>
        </div>
        <More game={game} />
      </div>
      {naming && (
        <NamesDialog
          players={game.min_players}
          onStart={(names) =>
            openUsual(
              game,
              names.map((name) => ({ type: "here", name })),
            )
          }
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** The options of a game are asked for only by those who open this. */
function More({ game }: { game: GameSummary }) {
  const [opened, setOpened] = useState(false);
  return (
    <details class="custom" onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>More choices: players, seats, clock, rules</summary>
      {opened && <Loaded game={game.id} />}
    </details>
  );
}

function Loaded({ game }: { game: string }) {
  const loaded = useLoad(() => infoOf(game), [game]);
  return <Waiting loaded={loaded}>{(info) => <CustomForm info={info} />}</Waiting>;
}
