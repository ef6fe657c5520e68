import { isCollection, isMap, isScalar } from "yaml";

import { yamlText } from "./written.js";
import { pairOf } from "./yaml.js";

/** @import { Node, YAMLMap, YAMLSeq } from "yaml" */
/** @import { Field } from "./field.js" */
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
  return below(file, contents, line.slice(1), own);
}

/**
 * @param {YamlFile} file
 * @param {Node} node
 * @param {readonly Field[]} line the fields inside the node
 * @param {readonly string[]} [own] the lines of the innermost one
 * @returns {Addition | undefined}
 */
function below(file, node, line, own) {
  const [field, ...rest] = line;
  if (!isCollection(node) || node.flow || isMap(node) !== field.hasKey) return undefined;
  const margin = marginOf(file, /** @type {YAMLMap | YAMLSeq} */ (node));
  const present = placeOf(file, /** @type {YAMLMap | YAMLSeq} */ (node), field);
  if (!present) return inserted(file, endOf(file, node), block(line, own), margin);
  const { start, value } = present;
  if (!rest.length) return { at: start, text: "", line: file.places.line(start), isPresent: true };
  if (isEmpty(value)) return inserted(file, lineEnd(file, start), block(rest, own), margin + STEP);
  return below(file, /** @type {Node} */ (value), rest, own);
}

/**
 * Returns where a map has a field, or an array its last item, with the value there.
 *
 * @param {YamlFile} file
 * @param {YAMLMap | YAMLSeq} node
 * @param {Field} field
 */
function placeOf(file, node, field) {
  if (isMap(node)) {
    const pair = pairOf(/** @type {YAMLMap} */ (node), field.key, file);
    return pair && { start: pair.key.range?.[0] ?? 0, value: pair.value };
  }
  const last = /** @type {Node | undefined} */ (node.items.at(-1));
  return last && { start: last.range?.[0] ?? 0, value: last };
}

/** @param {unknown} node */
function isEmpty(node) {
  return node === null || (isScalar(node) && String(node.value ?? "") === "" && node.type === "PLAIN");
}

/**
 * Returns the spaces before the first key of a map, or the first dash of an array.
 *
 * @param {YamlFile} file
 * @param {YAMLMap | YAMLSeq} node
 */
function marginOf({ places }, node) {
  return " ".repeat(places.column(node.range?.[0] ?? 0));
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
  return lineEnd(file, start + length);
}

/**
 * @param {YamlFile} file
 * @param {number} offset
 */
function lineEnd({ places }, offset) {
  const end = places.text.indexOf("\n", offset);
  return end < 0 ? places.text.length : end + 1;
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
