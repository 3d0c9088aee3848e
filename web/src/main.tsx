import "./style/tokens.css";
import "./style/base.css";
import "./style/page.css";
import "./style/home.css";
import { render } from "preact";
import { App } from "./app/App.tsx";
import { loadBoards } from "./app/later.tsx";
import { followTheme } from "./app/settings.ts";

// Who opens a table by its link waits for no load after the other.
if (location.pathname.startsWith("/t/")) void loadBoards();
followTheme();
const root = document.getElementById("app");
if (root) render(<App />, root);
