import { all, make } from "../dom.js";
import { fill } from "../text.js";
import { FACTS, button, withCode } from "./list.js";

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
function noteOf({ finding, text }, words, navigation) {
  const { line } = finding;
  const place = line ? fill(words.line, { line }) : words.title;
  const link = button(place, () => navigation.goToLine(line || 1));
  link.tabIndex = -1;
  const facts = FACTS.filter((name) => text[name]).map((name) => `${words[name]} ${text[name]}`).join(words.semicolon);
  const said = `${words[text.severity]}${words.colon}${text.message}${facts && ` (${facts})`} [${text.code}]`;
  const note = make("p", { className: `ys-mine-note ys-mine-${text.severity}` }, link, " ", ...withCode(said));
  note.dataset.searchExclude = "";
  return note;
}
