/**
 * Values as the checker sees them: strings, booleans, null, integers as `bigint`, floats as `number`, and the two classes
 * below. JavaScript alone would not tell 3 from 3.0, and would round large integers.
 *
 * @typedef {string | boolean | null | bigint | number} Scalar
 * @typedef {Scalar | YamlMap | YamlArray} Value
 * @typedef {{ line: number, column: number, end: number }} Span a part of a line, from 1; 0 if it is not known
 * @typedef {{ key: Scalar, value: Value, span: Span, valueSpan: Span, isSet: boolean }} Item an entry of a map or an
 *   array, where the key is null; `isSet` tells that the reader has set it
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

export const NOWHERE = Object.freeze({ line: 0, column: 0, end: 0 });

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
 * Returns an item that stands nowhere in the text of the reader.
 *
 * @param {Scalar} key
 * @param {Value} value
 * @returns {Item}
 */
export function defaultItem(key, value) {
  return { key, value, span: NOWHERE, valueSpan: NOWHERE, isSet: false };
}

/**
 * Returns the item of a map at a key.
 *
 * @param {YamlMap} map
 * @param {Scalar} key
 */
export function itemAt(map, key) {
  const id = keyId(key);
  return map.items.find((item) => keyId(item.key) === id);
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

/**
 * Returns the number of characters of a text, of which JavaScript counts those beyond the basic plane twice.
 *
 * @param {string} text
 */
export function sizeOf(text) {
  return [...text].length;
}
