// What a table needs, in one piece that comes when it is needed.
import "./styles.ts";

export { BoardPicture } from "../board/render/Stage.tsx";
export { TablePage } from "./Table.tsx";
