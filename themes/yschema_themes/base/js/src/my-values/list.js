import { make } from "../dom.js";
import { fill } from "../text.js";

/** @import { Finding, Text } from "./findings.js" */
/** @import { Unchecked } from "./check.js" */

/** @typedef {{ finding: Finding, text: Text }} Shown */
/** @typedef {{ goToLine: (line: number) => void, goToField: (anchor: string) => void }} Navigation */

export const FACTS = /** @type {const} */ (["found", "expected", "rule", "when", "hint"]);

/**
 * Returns the entry of a finding in the list below the editor.
 *
 * @param {Shown} shown
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 */
export function entryOf({ finding, text }, words, navigation) {
  const { line } = finding;
  const facts = FACTS.filter((name) => text[name]).flatMap((name) => [
    make("dt", { textContent: words[name] }), make("dd", {}, ...withCode(text[name])),
  ]);
  return make("li", { className: `ys-mine-${text.severity}` },
    make("p", {},
      ...(line ? [button(fill(words.line, { line }), () => navigation.goToLine(line)), " "] : []),
      make("strong", { textContent: words[text.severity] }), words.colon,
      ...(text.path ? [fieldLink(text.path, finding.anchor, navigation), words.colon] : []),
      ...withCode(text.message), " ", make("code", { className: "ys-mine-code", textContent: text.code })),
    ...(facts.length ? [make("dl", {}, ...facts)] : []));
}

/**
 * Returns a text of the catalog, in which names are between backticks, with names as code.
 *
 * @param {string} text
 */
export function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", { textContent: part }) : part));
}

/**
 * Returns the path of a field as a link, if the page shows the field.
 *
 * @param {string} path
 * @param {string | undefined} anchor
 * @param {Navigation} navigation
 */
export function fieldLink(path, anchor, navigation) {
  if (!anchor || !document.getElementById(anchor)) return make("code", { textContent: path });
  const link = make("a", { href: `#${anchor}` }, make("code", { textContent: path }));
  link.addEventListener("click", () => navigation.goToField(anchor));
  return link;
}

/**
 * Returns the rules that cannot be checked in a page.
 *
 * @param {readonly Unchecked[]} unchecked
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 */
export function uncheckedList(unchecked, words, navigation) {
  return unchecked.map(({ field, words: rule }) =>
    make("li", {}, fieldLink(field.path || words.document, field.anchor, navigation), words.colon + rule));
}

/**
 * Returns what checks the rules that a page does not check.
 *
 * @param {readonly Unchecked[]} unchecked
 * @param {boolean} hasOwnCheck whether the rules are not functions, but what a script does not know
 * @param {string} command
 * @param {Record<string, string>} words
 */
export function explanation(unchecked, hasOwnCheck, command, words) {
  const parts = [];
  if (unchecked.some(({ isNeverChecked }) => !isNeverChecked)) {
    parts.push(make("p", { textContent: hasOwnCheck ? words.others : words.functions }),
      make("pre", { className: "ys-code", tabIndex: 0, textContent: command }));
  }
  if (unchecked.some(({ isNeverChecked }) => isNeverChecked)) parts.push(make("p", { textContent: words.notRun }));
  return parts;
}

/**
 * Returns a button.
 *
 * @param {string} label
 * @param {() => void} act
 */
export function button(label, act) {
  const element = make("button", { type: "button", className: "ys-copy", textContent: label });
  element.addEventListener("click", act);
  return element;
}
