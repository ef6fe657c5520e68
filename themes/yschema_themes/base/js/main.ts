import { loading } from "./src/loading.ts";
import { start } from "./src/site-theme.ts";

start({ loading });
