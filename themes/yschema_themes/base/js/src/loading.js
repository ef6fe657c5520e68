import { loadMapTexts } from "./map-texts.js";
import { loadChosenValues } from "./values-file.js";

/** What the scripts load from the site. A page of its own does without this module: it must not load anything. */
export const loading = { loadChosenValues, loadMapTexts };

/** @typedef {typeof loading} Loading */
