import { make } from "../dom.js";
import { fill } from "../text.js";

/** @import { Finding, Text } from "./findings.js" */
/** @import { Unchecked } from "./check.js" */
/** @import { Fix } from "./fixes.js" */

/** @typedef {{ finding: Finding, text: Text, fix?: Fix }} Shown */
/** @typedef {{ goToLine: (line: number) => void, goToField: (anchor: string) => void, fix: (fix: Fix) => void }} Navigation */

/**
 * Returns the entry of a finding in the list below the editor.
 *
 * @param {Shown} shown
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 */
export function entryOf(shown, words, navigation) {
  const { finding, text } = shown;
  const facts = text.facts.flatMap(([name, fact]) => [make("dt", { textContent: words[name] }), make("dd", {}, ...withCode(fact))]);
  const name = (/** @type {string} */ path) => (path === text.path ? fieldLink(path, finding.anchor, navigation) : undefined);
  return make("li", { className: `ys-mine-${text.severity}` },
    make("p", {}, ...sentenceOf(shown, words, navigation, name)), ...(facts.length ? [make("dl", {}, ...facts)] : []));
}

/**
 * Returns what a finding says: its line, the sentence and the hint, what fixes it, and its code.
 *
 * @param {Shown} shown
 * @param {Record<string, string>} words
 * @param {Navigation} navigation
 * @param {(name: string) => Node | undefined} [nameOf] returns what stands for a name in the sentence, if it is not code
 * @returns {(Node | string)[]}
 */
export function sentenceOf({ finding, text, fix }, words, navigation, nameOf) {
  const { line } = finding;
  return [
    ...(line ? [button(fill(words.line, { line }), () => navigation.goToLine(line)), " "] : []),
    make("span", { className: "ys-visually-hidden", textContent: `${words[text.severity]}${words.colon}` }),
    make("span", { className: "ys-mine-says" }, ...withCode(text.message, nameOf)), " ",
    ...(text.hint ? [make("span", { className: "ys-mine-says" }, ...withCode(text.hint)), " "] : []),
    ...(fix ? [button(fix.label, () => navigation.fix(fix)), " "] : []),
    make("code", { className: "ys-mine-code", textContent: text.code }),
  ];
}

/**
 * Returns a text of the catalog, in which names are between backticks, with names as code.
 *
 * @param {string} text
 * @param {(name: string) => Node | undefined} [nameOf] returns what stands for a name instead
 */
export function withCode(text, nameOf = () => undefined) {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? nameOf(part) ?? make("code", { textContent: part }) : part))
    .filter(Boolean);
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
