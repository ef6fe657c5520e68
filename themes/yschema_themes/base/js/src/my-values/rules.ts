import { areEqual, isAmong, isLess, repeatedItem } from "./compare.ts";
import { decoded } from "./encoding.ts";
import { finding, type Finding } from "./findings.ts";
import { hasFormat, isFormat } from "./formats.ts";
import { YamlArray, YamlMap, isCollection, itemsAlong, kindOf, type Step, type Value } from "./values.ts";
import { shortText } from "./written.ts";
import type { Unchecked } from "./check.ts";
import type { Field } from "./field.ts";
import type { Rule } from "./model.ts";

/** The rules that hold whatever keys a map has that its author hides. */
const OF_ALL_VALUES = "not_null";

/** Whether a value keeps a rule, by the names of rules. */
const RULES: Record<string, (value: any, argument: any) => boolean> = {
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
  root: Value;
  unchecked: Unchecked[] = [];

  /** @param root the value of the document */
  constructor(root: Value) {
    this.root = root;
  }

  /** Yields the violations of rules by a value, and by what it contains. */
  *violations(field: Field, value: Value, at: { line: number, path: Step[], parent: Value }): Generator<Finding> {
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

  isInForce(rule: Rule, field: Field, context: Context) {
    try {
      return !rule.condition?.t || holds(rule.condition.t, context);
    } catch (error) {
      if (!(error instanceof Uncheckable)) throw error;
      this.unchecked.push({ field, words: rule.words });
      return false;
    }
  }
}

/** Whether a rule looks at a value: few look at null, and some at strings alone. */
function isAbout(rule: Rule, value: Value) {
  if (value === null) return rule.name === OF_ALL_VALUES;
  return !rule.isForStrings || typeof value === "string";
}

function isCheckable(rule: Rule, field: Field) {
  if (!isKnown(rule) || (rule.condition && !rule.condition.t)) return false;
  return !field.hidden.size || rule.name === OF_ALL_VALUES;
}

/** Yields the rules that are functions, or read fields that readers do not see. */
export function* uncheckedOf(root: Field): Generator<Unchecked> {
  for (const field of root.walk()) {
    if (field.removed !== undefined) continue;
    for (const rule of field.rules) if (!isCheckable(rule, field)) yield { field, words: rule.words };
    if (field.open && (field.open.u || !field.open.c)) yield { field, words: field.open.n ?? "" };
  }
}

/** Yields the numbers of keys that are not as expected. */
function* wrongKeyCounts(field: Field, value: YamlMap, { line, path }: { line: number, path: Step[] }) {
  for (const each of field.fields) {
    const counts = each.open?.c;
    if (!each.open || !counts || field.fields.some(({ open }) => open?.u)) continue;
    const items = value.items.filter(({ key }) => field.at(key) === each);
    if (counts.some(([least, most]) => least <= items.length && (most === null || items.length <= most))) continue;
    yield finding("key-count", items.at(-1)?.line ?? line, { found: String(items.length), rule: each.open.n ?? "" }, path);
  }
}

/** Whether a rule is one that a page can check. */
function isKnown({ name, argument }: Rule) {
  return Object.hasOwn(RULES, name) && (name !== "format" || isFormat(String(argument)));
}

function lengthOf(value: Value) {
  if (typeof value === "string") return new TextEncoder().encode(value).length;
  return isCollection(value) ? value.items.length : undefined;
}

/** @param keys the keys of which one has a value; true for all */
function hasOneKey(value: Value, keys: Value) {
  if (!(value instanceof YamlMap)) return false;
  return value.items.filter((item) => item.value !== null && (keys === true || isAmong(item.key, keys))).length === 1;
}

type Context = { value: Value, parent: Value, root: Value };

/** A condition, or a pattern, cannot be evaluated here. */
export class Uncheckable extends Error {}

const OPERATORS: Record<string, (one: Value, other: Value) => boolean> = {
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
 * @param facts see `show/my_values.py`
 * @throws Uncheckable the condition reads what is not there, or compares what has no order
 */
export function holds([operator, ...rest]: unknown[], context: Context): boolean {
  const parts = rest as unknown[][];
  if (operator === "and") return parts.every((part) => holds(part, context));
  if (operator === "or") return parts.some((part) => holds(part, context));
  const [start, keys, literal] = rest as ["value" | "parent" | "root", string[], unknown];
  return OPERATORS[operator as string](valueAt(context[start], keys), decoded(literal));
}

function valueAt(start: Value, keys: readonly string[]) {
  const items = [...itemsAlong(start, keys)];
  if (items.length < keys.length) throw new Uncheckable();
  return items.length ? items[items.length - 1].value : start;
}

function inOrder(one: Value, other: Value) {
  const isLower = one === null || kindOf(one) === "boolean" ? undefined : isLess(one, other);
  if (isLower === undefined) throw new Uncheckable();
  return isLower;
}

function isTrue(value: Value) {
  if (typeof value !== "boolean") throw new Uncheckable();
  return value;
}
