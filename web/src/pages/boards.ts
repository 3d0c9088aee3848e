// What a table and its replay need, in one piece that comes when it is needed.
import "./styles.ts";
import "../report/report.css";

export { BoardPicture } from "../board/render/Stage.tsx";
export { ReplayPage } from "./Replay.tsx";
export { TablePage } from "./Table.tsx";
