import { loading } from "../../base/js/src/loading.ts";
import { start } from "../../base/js/src/site-theme.ts";
import { markCurrent } from "./contents.ts";

markCurrent();
start({ loading, header: ".navbar.fixed-top" });
