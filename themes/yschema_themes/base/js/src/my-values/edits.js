/** Edits of a values file: those that add a field, that leave out defaults, and that hints know. */
import { isCollection, isMap, isScalar, isSeq } from "yaml";

import { areEqual } from "./compare.js";
import { UNCERTAIN } from "./field.js";
import { complete } from "./merge.js";
import { copyOf, isIndex } from "./values.js";
import { yamlText } from "./written.js";
import { pairOf, pairsOf } from "./yaml.js";

/** @import { Node, YAMLMap, YAMLSeq } from "yaml" */
/** @import { Field } from "./field.js" */
/** @import { Finding, Phrase } from "./findings.js" */
/** @import { Scalar, Step } from "./values.js" */
/** @import { YamlFile } from "./yaml.js" */

/** @typedef {{ at: number, text: string, line: number, isPresent: boolean }} Addition text to insert at an offset */

const STEP = "  ";

/**
 * Returns what sets a field in a values file; undefined if the file has several documents, or is written in brackets
 * there.
 *
 * @param {YamlFile} file
 * @param {readonly Field[]} line of the field
 * @param {readonly string[]} [own] the lines of the field; without them, it gets its default
 * @returns {Addition | undefined}
 */
export function additionOf(file, line, own) {
  const { parsed, places } = file;
  if (parsed.length > 1) return undefined;
  const { text } = places;
  const contents = parsed[0]?.contents ?? null;
  if (!contents || isEmpty(contents)) return inserted(file, text.length, block(line.slice(1), own), "");
  return additionBelow(file, contents, line.slice(1), own);
}

/**
 * @param {YamlFile} file
 * @param {Node} node
 * @param {readonly Field[]} line the fields inside the node
 * @param {readonly string[]} [own] the lines of the innermost one
 * @returns {Addition | undefined}
 */
function additionBelow(file, node, line, own) {
  const [field, ...rest] = line;
  if (!isCollection(node) || node.flow || isMap(node) !== field.hasKey) return undefined;
  const margin = " ".repeat(file.places.column(startOf(node))); // before the first key of a map, or the first dash of an array
  const { length } = /** @type {YAMLMap | YAMLSeq} */ (node).items;
  const present = below(node, field.hasKey ? field.key : { index: length - 1 }, file);
  if (!present) return inserted(file, endOf(file, node), block(line, own), margin);
  const { key, value } = present;
  const start = startOf(key ?? value);
  if (!rest.length) return { at: start, text: "", line: file.places.line(start), isPresent: true };
  if (isEmpty(value)) return inserted(file, file.places.lineEnd(start), block(rest, own), margin + STEP);
  return additionBelow(file, /** @type {Node} */ (value), rest, own);
}

/** @param {unknown} node */
function isEmpty(node) {
  return node === null || (isScalar(node) && String(node.value ?? "") === "" && node.type === "PLAIN");
}

/** @param {Node | null} node */
function startOf(node) {
  return node?.range?.[0] ?? 0;
}

/**
 * Returns the offset behind the last line of a node.
 *
 * @param {YamlFile} file
 * @param {Node} node
 */
function endOf(file, node) {
  const [start, end] = node.range ?? [0, 0];
  const length = file.places.text.slice(start, end).trimEnd().length;
  return file.places.lineEnd(start + length);
}

/**
 * @param {YamlFile} file
 * @param {number} at
 * @param {readonly string[]} lines
 * @param {string} margin
 * @returns {Addition}
 */
function inserted({ places }, at, lines, margin) {
  const isLineStart = at === 0 || places.text[at - 1] === "\n";
  const text = `${isLineStart ? "" : "\n"}${lines.map((each) => margin + each).join("\n")}\n`;
  return { at, text, line: places.line(at) + Number(!isLineStart) + lines.length - 1, isPresent: false };
}

/**
 * Returns fields inside each other as lines, the innermost with its default.
 *
 * @param {readonly Field[]} line
 * @param {readonly string[]} [own] the lines of the innermost one, if it has others
 * @returns {string[]}
 */
function block([field, ...rest], own) {
  if (!rest.length && own) return [...own];
  if (!field.hasKey) {
    const [first = yamlText(field.default), ...others] = rest.length ? block(rest, own) : [];
    return [`- ${first}`, ...others.map((each) => STEP + each)];
  }
  const key = yamlText(field.key);
  return rest.length ? [`${key}:`, ...block(rest, own).map((each) => STEP + each)] : [`${key}: ${yamlText(field.default)}`];
}

/** @typedef {{ start: number, end: number }} Lines from one number to another one, from 1, both inclusive */

/**
 * Returns a values file without the keys whose values are the defaults, and without the comments above them. Maps in
 * brackets, and arrays, stay whole.
 *
 * @param {YamlFile} file with one document
 * @param {Field} root
 */
export function differencesOf(file, root) {
  const { places, parsed } = file;
  const contents = parsed[0]?.contents;
  const removed = new Set();
  for (const { start, end } of contents ? defaultLines(contents, root, file) : []) {
    for (let line = start; line <= end; line += 1) removed.add(line);
  }
  return places.text.split("\n").filter((_, index) => !removed.has(index + 1)).join("\n");
}

/**
 * @param {Node} node
 * @param {Field} field
 * @param {YamlFile} file
 * @returns {Lines[]}
 */
function defaultLines(node, field, file) {
  if (!isMap(node) || node.flow) return [];
  return pairsOf(node).flatMap((pair) => {
    const declared = field.at(/** @type {Scalar} */ (file.read(pair.key)));
    if (!declared || declared === UNCERTAIN || declared.open) return [];
    if (isDefault(pair.value, declared, file)) return [linesOf(pair, file)];
    // Where the default is no map, a map that is set has to stay, and so has its first key.
    return pair.value && declared.default !== null ? defaultLines(pair.value, declared, file) : [];
  });
}

/**
 * @param {Node | null} node
 * @param {Field} field
 * @param {YamlFile} file
 */
function isDefault(node, field, file) {
  try {
    const value = copyOf(file.read(node));
    complete(value, field);
    return areEqual(value, field.default);
  } catch {
    return false; // an alias of what is elsewhere in the file
  }
}

/**
 * Returns the lines of a key and its value, and those of the comments above.
 *
 * @param {{ key: Node, value: Node | null }} pair
 * @param {YamlFile} file
 * @returns {Lines}
 */
export function linesOf({ key, value }, { places }) {
  const [from = 0, keyEnd = 0] = key.range ?? [];
  const to = Math.max(keyEnd, value?.range?.[1] ?? 0);
  let start = places.line(from);
  const end = places.line(from + places.text.slice(from, to).trimEnd().length);
  const lines = places.text.split("\n");
  while (start > 1 && /^\s*#/.test(lines[start - 2])) start -= 1;
  return { start, end };
}

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
    const edits = renamed(place, key, file);
    return edits && { label: words.rename, edits };
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

/**
 * Returns the edit that gives a value another key.
 *
 * @param {Place} place
 * @param {Scalar} name
 * @param {YamlFile} file
 * @returns {Edit[] | undefined} undefined if the map has the key already
 */
export function renamed({ key, around }, name, file) {
  const isThere = isMap(around) && pairOf(around, name, file);
  return isThere || !key ? undefined : [over(key, yamlText(name))];
}
