/**
 * Values as the checker sees them: strings, booleans, null, integers as `bigint`, floats as `number`, and the two classes
 * below. JavaScript alone would not tell 3 from 3.0, and would round large integers.
 *
 * @typedef {string | boolean | null | bigint | number} Scalar
 * @typedef {Scalar | YamlMap | YamlArray} Value
 * @typedef {{ key: Scalar, value: Value, line: number, valueLine: number, isMerged?: boolean }} Item an entry of a map or
 *   an array, where the key is null, with the lines of the entry and of its value; whether a map has it by `<<`
 * @typedef {Scalar | { index: number }} Step one step of a path
 */

export class YamlMap {
  /** @param {Item[]} items */
  constructor(items) {
    this.items = items;
  }
}

export class YamlArray {
  /** @param {Item[]} items */
  constructor(items) {
    this.items = items;
  }
}

/** The line of what is not in the text of the reader; the first line is 1. */
export const NOWHERE = 0;

/** @type {Record<string, string>} */
const KINDS = { string: "string", boolean: "boolean", bigint: "integer", number: "float" };

/**
 * Returns the name of the type of a value.
 *
 * @param {Value} value
 */
export function kindOf(value) {
  if (value === null) return "null";
  if (value instanceof YamlMap) return "map";
  return value instanceof YamlArray ? "array" : KINDS[typeof value];
}

/**
 * Whether a value is a map or an array.
 *
 * @param {Value} value
 * @returns {value is YamlMap | YamlArray}
 */
export function isCollection(value) {
  return value instanceof YamlMap || value instanceof YamlArray;
}

/**
 * Returns a text that only equal keys share: 1, 1.0, true and "1" are four keys.
 *
 * @param {Scalar} key
 */
export function keyId(key) {
  return `${typeof key} ${String(key)}`;
}

/**
 * @param {Step} step
 * @returns {step is { index: number }}
 */
export function isIndex(step) {
  return typeof step === "object" && step !== null;
}

/**
 * Returns an item that is not in the text of the reader.
 *
 * @param {Scalar} key
 * @param {Value} value
 * @returns {Item}
 */
export function defaultItem(key, value) {
  return { key, value, line: NOWHERE, valueLine: NOWHERE };
}

/**
 * Returns the item that a step of a path leads to; of several with the same key, the last one.
 *
 * @param {Value} value
 * @param {Step} step
 * @param {(key: Scalar) => string} idOf returns a text that only keys share which count as equal
 */
export function itemAt(value, step, idOf = keyId) {
  if (isIndex(step)) return value instanceof YamlArray ? value.items[step.index] : undefined;
  const id = idOf(step);
  return value instanceof YamlMap ? value.items.findLast(({ key }) => idOf(key) === id) : undefined;
}

/**
 * Yields the items that the steps of a path lead to, as far as the value has them.
 *
 * @param {Value} value
 * @param {readonly Step[]} path
 * @param {(key: Scalar) => string} [idOf] see `itemAt`
 */
export function* itemsAlong(value, path, idOf) {
  for (const step of path) {
    const item = itemAt(value, step, idOf);
    if (!item) return;
    yield item;
    value = item.value;
  }
}

/**
 * Returns the items of a map or an array, each with the step that leads to it.
 *
 * @param {Value} value
 * @returns {{ item: Item, step: Step }[]}
 */
export function stepsIn(value) {
  if (!isCollection(value)) return [];
  return value.items.map((item, index) => ({ item, step: value instanceof YamlMap ? item.key : { index } }));
}

/**
 * Returns a copy with new maps, arrays and items.
 *
 * @template {Value} V
 * @param {V} value
 * @returns {V}
 */
export function copyOf(value) {
  if (!isCollection(value)) return value;
  const items = value.items.map((item) => ({ ...item, value: copyOf(item.value) }));
  return /** @type {V} */ (value instanceof YamlMap ? new YamlMap(items) : new YamlArray(items));
}
