import { loading } from "../../base/js/src/loading.js";
import { start } from "../../base/js/src/site-theme.js";
import { markCurrent } from "./contents.js";

markCurrent();
start({ loading, header: ".navbar.fixed-top" });
