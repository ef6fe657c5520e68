import { all, make } from "../dom.js";
import { sentenceOf } from "./list.js";

/** @import { Navigation, Shown } from "./list.js" */

/**
 * Shows findings at their fields in the reference, in place of those there.
 *
 * @param {HTMLElement} reference
 * @param {readonly Shown[]} shown
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 */
export function showAtFields(reference, shown, words, navigation) {
  for (const note of all(reference, ".ys-mine-note")) note.remove();
  for (const each of shown) {
    const { anchor } = each.finding;
    const heading = anchor ? document.getElementById(anchor) : null;
    const place = heading?.parentElement?.querySelector(":scope.ys-map > .ys-content, :scope.ys-field > .ys-meta") ?? heading;
    if (place && reference.contains(place)) place.after(noteOf(each, words, navigation));
  }
}

/**
 * @param {Shown} shown
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 */
function noteOf(shown, words, navigation) {
  const note = make("p", { className: `ys-mine-note ys-mine-${shown.text.severity}` }, ...sentenceOf(shown, words, navigation));
  for (const link of all(note, "button")) link.tabIndex = -1;
  note.dataset.searchExclude = "";
  return note;
}

/**
 * Marks the fields that a reader has set, in place of those marked before.
 *
 * @param {HTMLElement} reference
 * @param {Iterable<string>} anchors
 * @param {string} label
 */
export function markSet(reference, anchors, label) {
  for (const mark of all(reference, ".ys-mine-set")) mark.remove();
  for (const anchor of anchors) {
    const heading = document.getElementById(anchor);
    const place = heading?.parentElement?.querySelector(":scope > .ys-meta") ?? heading;
    if (place && reference.contains(place)) place.append(make("span", { className: "ys-mine-set", textContent: label }));
  }
}
