import "./style/tokens.css";
import "./style/base.css";
import "./style/pages.css";
import "./table/view/table.css";
import "./style/result.css";
import "./board/render/board.css";
import { render } from "preact";
import { App } from "./app/App.tsx";
import { followTheme } from "./app/settings.ts";

followTheme();
const root = document.getElementById("app");
if (root) render(<App />, root);
