import { isMap } from "yaml";

import { complete } from "./merge.js";
import { UNCERTAIN } from "./field.js";
import { areEqual } from "./compare.js";
import { copyOf } from "./values.js";
import { pairsOf } from "./yaml.js";

/** @import { Node } from "yaml" */
/** @import { Field } from "./field.js" */
/** @import { Scalar } from "./values.js" */
/** @import { YamlFile } from "./yaml.js" */

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
