import { readMyValues } from "../../base/js/src/my-values-in-page.js";
import { Palette } from "../../base/js/src/palette.js";
import { start } from "../../base/js/src/site-theme.js";

start({ readMyValues, Palette });
