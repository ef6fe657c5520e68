import { areEqual, isAmong, isLess, repeatedItem } from "./compare.js";
import { decoded } from "./encoding.js";
import { finding } from "./findings.js";
import { hasFormat, isFormat } from "./formats.js";
import { YamlArray, YamlMap, isCollection, itemsAlong, kindOf } from "./values.js";
import { shortText } from "./written.js";

/** @import { Unchecked } from "./check.js" */
/** @import { Finding } from "./findings.js" */
/** @import { Field } from "./field.js" */
/** @import { Rule } from "./model.js" */
/** @import { Step, Value } from "./values.js" */

/** The rules that hold whatever keys a map has that its author hides. */
const OF_ALL_VALUES = "not_null";

/**
 * Whether a value keeps a rule, by the names of rules.
 *
 * @type {Record<string, (value: any, argument: any) => boolean>}
 */
const RULES = {
  not_null: (value) => value !== null,
  min_len: (value, least) => (lengthOf(value) ?? -1) >= least,
  max_len: (value, most) => (lengthOf(value) ?? Infinity) <= most,
  min: (value, least) => isLess(value, least) === false,
  max: (value, most) => isLess(most, value) === false,
  one_not_null: hasOneKey,
  one_of: isAmong,
  regexp: (value, pattern) => typeof value === "string" && new RegExp(pattern, "u").test(value),
  format: (value, name) => hasFormat(name, value),
  unique: (value) => value instanceof YamlArray && !repeatedItem(value),
  starts_with: (value, start) => typeof value === "string" && value.startsWith(start),
  ends_with: (value, end) => typeof value === "string" && value.endsWith(end),
};

/** Checks values by the rules of fields. */
export class FieldRules {
  /** @param {Value} root the value of the document */
  constructor(root) {
    this.root = root;
    /** @type {Unchecked[]} */
    this.unchecked = [];
  }

  /**
   * Yields the violations of rules by a value, and by what it contains.
   *
   * @param {Field} field
   * @param {Value} value
   * @param {{ line: number, path: Step[], parent: Value }} at
   * @returns {Generator<Finding>}
   */
  *violations(field, value, at) {
    const { line, path, parent } = at;
    const context = { value, parent, root: this.root };
    for (const rule of field.rules.filter((each) => isCheckable(each, field) && isAbout(each, value))) {
      if (!this.isInForce(rule, field, context) || RULES[rule.name](value, rule.argument)) continue;
      yield finding("rule-broken", line, { found: shortText(value), rule: rule.words, when: rule.condition?.w }, path);
    }
    if (value instanceof YamlMap) yield* wrongKeyCounts(field, value, at);
    for (const { item, field: inner, path: below } of field.knownItemsOf(value, path)) {
      yield* this.violations(inner, item.value, { line: item.valueLine, path: below, parent: value });
    }
  }

  /**
   * @param {Rule} rule
   * @param {Field} field
   * @param {Context} context
   */
  isInForce(rule, field, context) {
    try {
      return !rule.condition?.t || holds(rule.condition.t, context);
    } catch (error) {
      if (!(error instanceof Uncheckable)) throw error;
      this.unchecked.push({ field, words: rule.words });
      return false;
    }
  }
}

/**
 * Whether a rule looks at a value: few look at null, and some at strings alone.
 *
 * @param {Rule} rule
 * @param {Value} value
 */
function isAbout(rule, value) {
  if (value === null) return rule.name === OF_ALL_VALUES;
  return !rule.isForStrings || typeof value === "string";
}

/**
 * @param {Rule} rule
 * @param {Field} field
 */
function isCheckable(rule, field) {
  if (!isKnown(rule) || (rule.condition && !rule.condition.t)) return false;
  return !field.hidden.size || rule.name === OF_ALL_VALUES;
}

/**
 * Yields the rules that are functions, or read fields that readers do not see.
 *
 * @param {Field} root
 * @returns {Generator<Unchecked>}
 */
export function* uncheckedOf(root) {
  for (const field of root.walk()) {
    if (field.removed !== undefined) continue;
    for (const rule of field.rules) if (!isCheckable(rule, field)) yield { field, words: rule.words };
    if (field.open && (field.open.u || !field.open.c)) yield { field, words: field.open.n ?? "" };
  }
}

/**
 * Yields the numbers of keys that are not as expected.
 *
 * @param {Field} field
 * @param {YamlMap} value
 * @param {{ line: number, path: Step[] }} at
 */
function* wrongKeyCounts(field, value, { line, path }) {
  for (const each of field.fields) {
    const counts = each.open?.c;
    if (!each.open || !counts || field.fields.some(({ open }) => open?.u)) continue;
    const items = value.items.filter(({ key }) => field.at(key) === each);
    if (counts.some(([least, most]) => least <= items.length && (most === null || items.length <= most))) continue;
    yield finding("key-count", items.at(-1)?.line ?? line, { found: String(items.length), rule: each.open.n ?? "" }, path);
  }
}

/**
 * Whether a rule is one that a page can check.
 *
 * @param {Rule} rule
 */
function isKnown({ name, argument }) {
  return Object.hasOwn(RULES, name) && (name !== "format" || isFormat(String(argument)));
}

/** @param {Value} value */
function lengthOf(value) {
  if (typeof value === "string") return new TextEncoder().encode(value).length;
  return isCollection(value) ? value.items.length : undefined;
}

/**
 * @param {Value} value
 * @param {Value} keys the keys of which one has a value; true for all
 */
function hasOneKey(value, keys) {
  if (!(value instanceof YamlMap)) return false;
  return value.items.filter((item) => item.value !== null && (keys === true || isAmong(item.key, keys))).length === 1;
}

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
