import { decoded } from "./encoding.js";
import { areEqual } from "./compare.js";
import { entriesOf } from "./json-schema.js";
import { YamlMap } from "./values.js";

/** @import { Node } from "./json-schema.js" */
/** @import { Value } from "./values.js" */

/**
 * @typedef {object} Selection the alternatives that a map is meant to be
 * @property {number[]} indexes
 * @property {string} [key] whose value selects no alternative
 * @property {Value[]} values that select one
 */

/**
 * Returns the alternatives that a map is meant to be, told apart by type and by keys with certain values, as the
 * engine does.
 *
 * @param {readonly Node[]} nodes
 * @param {readonly number[]} numbers of the alternatives
 * @param {YamlMap} map
 * @returns {Selection}
 */
export function select(nodes, numbers, map) {
  const parts = numbers.map((number) => partsOf(nodes, number));
  let indexes = [...numbers.keys()].filter((index) => allowsMaps(parts[index]));
  const values = entriesOf(map);
  for (const key of indexes.length ? keysOf(parts[indexes[0]]) : []) {
    const lists = indexes.map((index) => listed(atKey(nodes, parts[index], key)));
    const value = values?.get(key);
    const isRequired = indexes.every((index) => valuesOf(parts[index], "required").flat().includes(key));
    if (!lists.every((each) => each) || (value === undefined && !isRequired)) continue;
    const chosen = indexes.filter((_, at) => value !== undefined && has(lists[at], value));
    if (!chosen.length) return { indexes: chosen, key, values: distinct(lists) };
    indexes = chosen;
  }
  return { indexes, values: [] };
}

/**
 * Returns a schema with those that it refers to or combines.
 *
 * @param {readonly Node[]} nodes
 * @param {number} number
 */
function partsOf(nodes, number) {
  const numbers = new Set([number]);
  for (const each of numbers) {
    for (const inner of valuesOf([nodes[each]], "$ref")) numbers.add(inner);
    for (const inner of valuesOf([nodes[each]], "allOf").flat()) numbers.add(inner);
  }
  return [...numbers].map((each) => nodes[each]);
}

/**
 * Returns the values of a keyword in some schemas.
 *
 * @param {readonly Node[]} parts
 * @param {string} name
 */
function valuesOf(parts, name) {
  return parts.flatMap((part) => (typeof part === "boolean" ? [] : part))
    .flatMap(([keyword, value]) => (keyword === name ? [value] : []));
}

/** @param {readonly Node[]} parts */
function allowsMaps(parts) {
  return !parts.includes(false) && valuesOf(parts, "type").every((type) => [type].flat().includes("object"))
    && (listed(parts)?.some((each) => each instanceof YamlMap) ?? true);
}

/**
 * @param {readonly Node[]} parts
 * @returns {Set<string>}
 */
function keysOf(parts) {
  return new Set(valuesOf(parts, "properties").flat().map(([key]) => key));
}

/**
 * Returns the schemas of the value at a key.
 *
 * @param {readonly Node[]} nodes
 * @param {readonly Node[]} parts
 * @param {string} wanted
 */
function atKey(nodes, parts, wanted) {
  return valuesOf(parts, "properties").flat().flatMap(([key, inner]) => (key === wanted ? partsOf(nodes, inner) : []));
}

/**
 * Returns the values that all of several schemas list; undefined if none of them lists values.
 *
 * @param {readonly Node[]} parts
 * @returns {Value[] | undefined}
 */
function listed(parts) {
  const lists = [...valuesOf(parts, "const").map((value) => [value]), ...valuesOf(parts, "enum")].map((each) => each.map(decoded));
  return lists[0]?.filter((/** @type {Value} */ value) => lists.every((each) => has(each, value)));
}

/**
 * @param {readonly Value[] | undefined} values
 * @param {Value} value
 */
function has(values, value) {
  return values?.some((each) => areEqual(each, value));
}

/** @param {readonly (readonly Value[] | undefined)[]} lists */
function distinct(lists) {
  const values = lists.flatMap((each) => each ?? []);
  return values.filter((value, index) => !has(values.slice(0, index), value));
}
