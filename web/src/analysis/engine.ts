// The engine's lines for the position that is shown, while it searches. Off until somebody asks for it.
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { useLatest } from "../app/latest.ts";
import type { EngineNews, PositionRef } from "../wire.ts";

export interface EngineSettings {
  on: boolean;
  lines: number;
  seconds: number;
  depth: number | null;
}

export const OFF: EngineSettings = { on: false, lines: 3, seconds: 5, depth: null };

export interface Found {
  news: EngineNews | null;
  /** Whether it still searches. */
  busy: boolean;
  problem: string;
}

const IDLE: Found = { news: null, busy: false, problem: "" };

/** Every JSON object of a text that comes line by line. */
export async function* objects(body: ReadableStream<Uint8Array>): AsyncGenerator<EngineNews> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line) as EngineNews;
    if (done) return;
  }
}

/** Searches while it is on; another position, or another setting, begins anew. */
export function useEngine(settings: EngineSettings, place: PositionRef, wanted: boolean): Found {
  const [found, setFound] = useState<Found>(IDLE);
  const { on, lines, seconds, depth } = settings;
  const key = JSON.stringify(place);
  const latest = useLatest(place);
  useEffect(() => {
    setFound({ ...IDLE, busy: on && wanted });
    if (!on || !wanted) return;
    const hangUp = new AbortController();
    const search = async () => {
      const asked = { place: latest.current, lines, seconds, depth };
      const { body } = await api.lines(asked, hangUp.signal);
      if (!body) return;
      for await (const news of objects(body)) {
        if (hangUp.signal.aborted) return;
        if (news.type === "failed") throw new Error(news.message);
        setFound({ news, busy: !news.done, problem: "" });
      }
    };
    search().catch((error: Error) => {
      if (!hangUp.signal.aborted) setFound({ ...IDLE, problem: error.message });
    });
    return () => hangUp.abort();
  }, [key, on, wanted, lines, seconds, depth]);
  return found;
}
