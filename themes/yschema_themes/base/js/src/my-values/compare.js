import { YamlArray, YamlMap, keyId, kindOf } from "./values.js";

/** @import { Value } from "./values.js" */

/**
 * Whether two values are equal in YAML: 3 is 3.0, true is not 1, and the keys of maps have no order.
 *
 * @param {Value} one
 * @param {Value} other
 * @returns {boolean}
 */
export function areEqual(one, other) {
  return identityOf(one) === identityOf(other);
}

/**
 * Whether an array has an item that is equal to a value.
 *
 * @param {Value} value
 * @param {Value} array
 */
export function isAmong(value, array) {
  return array instanceof YamlArray && array.items.some((item) => areEqual(value, item.value));
}

/**
 * Returns the first item of an array whose value is that of an item before it.
 *
 * @param {YamlArray} array
 */
export function repeatedItem({ items }) {
  const seen = new Set();
  return items.find(({ value }) => seen.size === seen.add(identityOf(value)).size);
}

/**
 * Returns a text that only equal values share.
 *
 * @param {Value} value
 * @returns {string}
 */
function identityOf(value) {
  if (value instanceof YamlArray) return `[${value.items.map((item) => identityOf(item.value)).join()}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${JSON.stringify(keyId(item.key))}:${identityOf(item.value)}`).sort().join()}}`;
  }
  if (!isNumber(value)) return JSON.stringify(value);
  return String(Number.isInteger(value) ? BigInt(value) : value);
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
