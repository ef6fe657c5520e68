import { start } from "../../base/js/src/site-theme.js";

start({});
