// The board of the puzzle of the day, small, beside its link.
import "./styles.ts";
import { api } from "../app/api.ts";
import { useLoad } from "../app/load.tsx";
import { BoardPicture } from "../board/render/Stage.tsx";
import { useTheme } from "../themes/index.ts";

export function DayBoard({ game, id }: { game: string; id: string }) {
  const ready = useTheme(game);
  const loaded = useLoad(() => api.lessonPlay(game, id, { moves: [] }), [game, id]);
  const frame = loaded.state === "ready" ? loaded.value.frames[0] : undefined;
  if (!ready || !frame?.layout) return null;
  return <BoardPicture game={game} label="" layout={frame.layout} picture={frame.picture} />;
}
