import { isMap, isSeq } from "yaml";

import { linesOf } from "./differences.js";
import { isIndex } from "./values.js";
import { yamlText } from "./written.js";
import { pairOf } from "./yaml.js";

/** @import { Node } from "yaml" */
/** @import { Finding, Phrase } from "./findings.js" */
/** @import { Step } from "./values.js" */
/** @import { YamlFile } from "./yaml.js" */

/**
 * @typedef {{ label: string, edits: Edit[], isMove?: boolean }} Fix what a button does, and whether it follows a change of a field
 * @typedef {{ start: number, end: number, text: string }} Edit a text in place of what is between two offsets
 * @typedef {{ key?: Node, value: Node | null, around?: Node | null }} Place
 * @typedef {{ place: Place, source: string, key: string, file: YamlFile, words: Record<string, string> }} Context
 */

/** @type {Record<string, (context: Context, isKey: boolean) => Fix | undefined>} what each hint knows */
const FIXES = {
  removeGone: (context, isKey) => FIXES.removeKey(context, isKey),
  didYouMean: ({ place, key, file, words }, isKey) => {
    if (!isKey) return write(place.value, yamlText(key), words);
    const isThere = isMap(place.around) && pairOf(place.around, key, file);
    return isThere || !place.key ? undefined : { label: words.rename, edits: [over(place.key, yamlText(key))] };
  },
  quote: ({ place, source, words }) => write(place.value, JSON.stringify(source), words),
  unquote: ({ place, file, words }) => write(place.value, String(file.read(place.value)), words),
  list: ({ place, source, words }) => write(place.value, `[${source}]`, words),
  removeKey: ({ place, file, words }) => {
    if (!place.key || !isMap(place.around) || place.around.flow || place.around.items.length === 1) return undefined;
    const { start, end } = linesOf({ key: place.key, value: place.value }, file);
    const { starts, text } = file.places;
    return { label: words.remove, edits: [{ start: starts[start - 1], end: starts[end] ?? text.length, text: "" }] };
  },
};

/**
 * Returns the edit that the hint of a finding knows; undefined if there is none.
 *
 * @param {Finding} finding
 * @param {YamlFile | undefined} file
 * @param {Record<string, string>} words
 * @returns {Fix | undefined}
 */
export function fixOf({ code, path = [], line, params }, file, words) {
  const { name, params: { key = "" } } = hintOf(params);
  const place = file && Object.hasOwn(FIXES, name) ? placeOf(path, line, file) : undefined;
  if (!file || !place) return undefined;
  const [start, end] = place.value?.range ?? [0, 0];
  const context = { place, source: file.places.text.slice(start, end), key: String(key), file, words };
  return FIXES[name](context, code.endsWith("unknown-key"));
}

/**
 * Returns the hint of a finding; without a name if it is words of an author, or there is none.
 *
 * @param {Finding["params"]} params
 * @returns {Phrase}
 */
function hintOf({ hint: part }) {
  const hint = typeof part === "function" ? part() : part;
  return typeof hint === "object" ? hint : { name: "", params: {} };
}

/**
 * Returns the nodes that a path leads to on a line.
 *
 * @param {readonly Step[]} path
 * @param {number} line
 * @param {YamlFile} file
 * @returns {Place | undefined}
 */
export function placeOf(path, line, file) {
  const places = file.parsed.map(({ contents }) => path.reduce(
    (/** @type {Place | undefined} */ at, step) => at && below(at.value, step, file), { value: contents }));
  const lineOf = (/** @type {Node | null | undefined} */ node) => node?.range && file.places.line(node.range[0]);
  return places.find((place) => place && (lineOf(place.key) === line || lineOf(place.value) === line));
}

/**
 * @param {Node | null} node
 * @param {Step} step
 * @param {YamlFile} file
 * @returns {Place | undefined}
 */
function below(node, step, file) {
  if (isIndex(step)) return isSeq(node) ? { value: /** @type {Node | null} */ (node.items[step.index] ?? null) } : undefined;
  if (!isMap(node)) return undefined;
  const pair = pairOf(node, step, file);
  return pair && { key: pair.key, value: pair.value, around: node };
}

/**
 * @param {Node} node
 * @param {string} text
 * @returns {Edit}
 */
function over({ range }, text) {
  const [start = 0, end = 0] = range ?? [];
  return { start, end, text };
}

/**
 * @param {Node | null} node
 * @param {string} text
 * @param {Record<string, string>} words
 * @returns {Fix | undefined}
 */
function write(node, text, words) {
  return node ? { label: words.write.replace("{value}", text), edits: [over(node, text)] } : undefined;
}
