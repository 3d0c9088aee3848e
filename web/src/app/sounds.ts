// When something sounds. What makes the sounds is loaded with the first of them.
import { settings } from "./settings.ts";

export type Sound = "move" | "capture" | "roll" | "turn" | "over" | "chat";

/** Plays a sound, unless sounds are switched off. Browsers are silent until something was pressed. */
export function play(sound: Sound) {
  if (!settings.get().sound || navigator.userActivation?.hasBeenActive === false) return;
  // Without it the game goes on in silence.
  void import("./synth.ts").then(({ synthesize }) => synthesize(sound)).catch(() => {});
}
