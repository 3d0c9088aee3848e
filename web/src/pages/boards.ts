// Everything that shows a board, in one piece that comes when it is needed. The order of the style
// sheets counts: each builds on those before it.
import "../table/view/table.css";
import "../style/result.css";
import "../board/render/board.css";
import "../analysis/analysis.css";
import "../learn/learn.css";
import "../report/report.css";

export { BoardPicture } from "../board/render/Stage.tsx";
export { AnalysePage } from "./Analyse.tsx";
export { LearnPage } from "./Learn.tsx";
export { ReplayPage } from "./Replay.tsx";
export { TablePage } from "./Table.tsx";
