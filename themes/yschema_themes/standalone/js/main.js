import { readMyValues } from "../../base/js/src/my-values-in-page.js";
import { start } from "../../base/js/src/site-theme.js";

start({ readMyValues });
