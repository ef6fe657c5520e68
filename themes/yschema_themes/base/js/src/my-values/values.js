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
 * Whether two values are equal in YAML: 3 is 3.0, true is not 1, and the keys of maps have no order.
 *
 * @param {Value} one
 * @param {Value} other
 * @returns {boolean}
 */
export function areEqual(one, other) {
  if (one instanceof YamlMap && other instanceof YamlMap) {
    return one.items.length === other.items.length && one.items.every((item) => {
      const twin = itemAt(other, item.key);
      return twin !== undefined && areEqual(item.value, twin.value);
    });
  }
  if (one instanceof YamlArray && other instanceof YamlArray) {
    return one.items.length === other.items.length
      && one.items.every((item, index) => areEqual(item.value, other.items[index].value));
  }
  if (isNumber(one) && isNumber(other)) return one == other; // eslint-disable-line eqeqeq
  return one === other;
}

/**
 * @param {Value} value
 * @returns {value is bigint | number}
 */
export function isNumber(value) {
  return typeof value === "bigint" || typeof value === "number";
}

/**
 * Whether one value is less than another; undefined if they have no order.
 *
 * @param {Value} one
 * @param {Value} other
 * @returns {boolean | undefined}
 */
export function isLess(one, other) {
  if (isNumber(one) && isNumber(other)) return one < other;
  return kindOf(one) === kindOf(other) ? ORDERS[kindOf(one)]?.(one, other) : undefined;
}

/** @type {Record<string, (one: any, other: any) => boolean | undefined>} */
const ORDERS = {
  null: () => false,
  boolean: (one, other) => one < other,
  string: (one, other) => compareText(one, other) < 0,
  array: isArrayLess,
};

/**
 * @param {YamlArray} one
 * @param {YamlArray} other
 */
function isArrayLess(one, other) {
  const length = Math.min(one.items.length, other.items.length);
  for (let i = 0; i < length; i += 1) {
    const [left, right] = [one.items[i].value, other.items[i].value];
    if (!areEqual(left, right)) return isLess(left, right);
  }
  return one.items.length < other.items.length;
}

/**
 * Compares texts by the numbers of their characters, which JavaScript does not do beyond the basic plane.
 *
 * @param {string} one
 * @param {string} other
 */
export function compareText(one, other) {
  const [left, right] = [[...one], [...other]];
  for (let i = 0; i < left.length && i < right.length; i += 1) {
    if (left[i] !== right[i]) return (left[i].codePointAt(0) ?? 0) - (right[i].codePointAt(0) ?? 0);
  }
  return left.length - right.length;
}

/**
 * Returns the number of characters of a text, of which JavaScript counts those beyond the basic plane twice.
 *
 * @param {string} text
 */
export function sizeOf(text) {
  return [...text].length;
}
