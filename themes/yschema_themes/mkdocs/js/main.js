import { loading } from "../../base/js/src/loading.js";
import { start } from "../../base/js/src/site-theme.js";

start({ loading, header: ".navbar.fixed-top" });
