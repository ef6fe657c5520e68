import { loadMapTexts } from "./map-texts.js";
import { loadMyValues } from "./my-values-file.js";
import { loadPalette } from "./palette-file.js";
import { loadValues } from "./values-file.js";

/** What the scripts load from the site. A page of its own does without this module: it must not load anything. */
export const loading = { loadValues, loadMapTexts, loadPalette, loadMyValues };

/** @typedef {typeof loading} Loading */
