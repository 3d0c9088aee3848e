// What a table needs, in one piece that comes when it is needed.
import "./styles.ts";

export { BoardPicture } from "../board/render/Stage.tsx";
export { loadTheme } from "../themes/index.ts";
export { TablePage } from "./Table.tsx";
