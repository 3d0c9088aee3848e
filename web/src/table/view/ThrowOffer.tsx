// Whether the page shall throw dice and sticks from now on.
import { answerThrows } from "../../app/throws.ts";

export function ThrowOffer() {
  return (
    <section class="notice" aria-label="Throwing">
      <p>Shall the page throw for you from now on? The settings can change it back.</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => answerThrows(true)}>
          Throw for me
        </button>
        <button type="button" onClick={() => answerThrows(false)}>
          I throw myself
        </button>
      </div>
    </section>
  );
}
