// The styles of every page with a board. The order counts: each builds on those before it.
import "../table/view/table.css";
import "../table/view/banner.css";
import "../table/view/players.css";
import "../table/view/actions.css";
import "../table/view/rules.css";
import "../table/view/moves.css";
import "../table/view/covers.css";
import "../table/view/replay.css";
import "../table/view/narrow.css";
import "../board/render/board.css";
