// Sounds made on the spot: nothing to load.
import type { Sound } from "./sounds.ts";

let context: AudioContext | null = null;
let output: AudioNode | null = null;
const VOLUME = 0.45;

export function synthesize(sound: Sound) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    if (!output) {
      const volume = context.createGain();
      volume.gain.value = VOLUME;
      volume.connect(context.destination);
      output = volume;
    }
    SOUNDS[sound](context, context.currentTime + 0.01);
  } catch {
    // A browser without sound is a silent one.
  }
}

const SOUNDS: Record<Sound, (c: AudioContext, at: number) => void> = {
  move: (c, at) => knock(c, at, 900, 0.25),
  capture: (c, at) => {
    knock(c, at, 500, 0.35);
    knock(c, at + 0.07, 320, 0.3);
  },
  roll: (c, at) => {
    for (let i = 0; i < 6; i++) knock(c, at + i * 0.09 + Math.random() * 0.03, 1400 - i * 90, 0.14);
  },
  turn: (c, at) => {
    tone(c, at, 660, 0.12);
    tone(c, at + 0.12, 880, 0.16);
  },
  over: (c, at) => {
    [523, 659, 784, 1047].forEach((f, i) => {
      tone(c, at + i * 0.13, f, 0.22);
    });
  },
  chat: (c, at) => tone(c, at, 1100, 0.06),
};

/** Wood on wood: a short burst of filtered noise. */
function knock(c: AudioContext, at: number, pitch: number, loud: number) {
  const length = Math.floor(c.sampleRate * 0.06);
  const buffer = c.createBuffer(1, length, c.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const source = c.createBufferSource();
  source.buffer = buffer;
  const filter = c.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.5;
  const gain = c.createGain();
  gain.gain.value = loud;
  source
    .connect(filter)
    .connect(gain)
    .connect(output ?? c.destination);
  source.start(at);
}

function tone(c: AudioContext, at: number, pitch: number, length: number) {
  const source = c.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  const gain = c.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(output ?? c.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}
