import { render } from "preact";
import { start } from "./api/live";
import { App } from "./app";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/board.css";
import "./styles/views.css";
import "./styles/code.css";
import "./styles/waiting.css";
import "./styles/review.css";
import "./styles/plots.css";
import "./styles/actions.css";

start();
const page = document.getElementById("page");
if (page) render(<App />, page);
