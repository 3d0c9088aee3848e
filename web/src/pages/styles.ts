// The styles of every page with a board. The order counts: each builds on those before it.
import "../table/view/table.css";
import "../style/result.css";
import "../board/render/board.css";
