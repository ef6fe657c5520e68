import { areEqual, isAmong, isLess } from "./compare.js";
import { isCollection, itemsAlong, kindOf } from "./values.js";
import { decoded } from "./encoding.js";

/** @import { Value } from "./values.js" */

/** @typedef {{ value: Value, parent: Value, root: Value }} Context */

/** A condition, or a pattern, cannot be evaluated here. */
export class Uncheckable extends Error {}

/** @type {Record<string, (one: Value, other: Value) => boolean>} */
const OPERATORS = {
  "==": areEqual,
  "!=": (one, other) => !areEqual(one, other),
  "<": inOrder,
  ">": (one, other) => inOrder(other, one),
  "<=": (one, other) => !inOrder(other, one),
  ">=": (one, other) => !inOrder(one, other),
  in: isAmong,
  "not in": (one, other) => !isAmong(one, other),
  is: isTrue,
  not: (one) => !one || (isCollection(one) && one.items.length === 0),
};

/**
 * Whether a condition holds.
 *
 * @param {unknown[]} facts see `show/my_values.py`
 * @param {Context} context
 * @returns {boolean}
 * @throws {Uncheckable} the condition reads what is not there, or compares what has no order
 */
export function holds([operator, ...rest], context) {
  const parts = /** @type {unknown[][]} */ (rest);
  if (operator === "and") return parts.every((part) => holds(part, context));
  if (operator === "or") return parts.some((part) => holds(part, context));
  const [start, keys, literal] = /** @type {["value" | "parent" | "root", string[], unknown]} */ (rest);
  return OPERATORS[/** @type {string} */ (operator)](valueAt(context[start], keys), decoded(literal));
}

/**
 * @param {Value} start
 * @param {readonly string[]} keys
 */
function valueAt(start, keys) {
  const items = [...itemsAlong(start, keys)];
  if (items.length < keys.length) throw new Uncheckable();
  return items.length ? items[items.length - 1].value : start;
}

/**
 * @param {Value} one
 * @param {Value} other
 */
function inOrder(one, other) {
  const isLower = one === null || kindOf(one) === "boolean" ? undefined : isLess(one, other);
  if (isLower === undefined) throw new Uncheckable();
  return isLower;
}

/** @param {Value} value */
function isTrue(value) {
  if (typeof value !== "boolean") throw new Uncheckable();
  return value;
}
