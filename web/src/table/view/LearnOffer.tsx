// The lessons, offered to a newcomer after a click where nothing can be done.
import { Link } from "../../app/router.tsx";
import { useStore } from "../../app/store.ts";
import { answerOffer, answers, learnWords } from "../../learn/offer.ts";
import type { GameInfo } from "../../wire.ts";

export function LearnOffer({ game, info }: { game: string; info: GameInfo | undefined }) {
  const answered = useStore(answers)[game];
  if (answered || !info?.lessons) return null;
  return (
    <section class="notice" aria-label="Lessons">
      <p>New to {info.name}? Learn it move by move. Your game waits here.</p>
      <div class="buttons">
        <Link class="button primary" href={`/learn/${game}`}>
          {learnWords(info.lessons, undefined)}
        </Link>
        <button type="button" onClick={() => answerOffer(game, "no")}>
          No, thanks
        </button>
      </div>
    </section>
  );
}
