import { loading } from "./src/loading.js";
import { start } from "./src/site-theme.js";

start({ loading });
