import { Uncheckable, holds } from "./conditions.js";
import { finding, phrase } from "./findings.js";
import { UNCERTAIN } from "./field.js";
import { RULES } from "./rules.js";
import { YamlArray, YamlMap, kindOf } from "./values.js";
import { keyText } from "./written.js";

/** @import { Unchecked } from "./check.js" */
/** @import { Context } from "./conditions.js" */
/** @import { Finding, Step } from "./findings.js" */
/** @import { Field } from "./field.js" */
/** @import { Rule } from "./model.js" */
/** @import { Item, Span, Value } from "./values.js" */

const SHOWN = 5; // keys in a finding about their number
/** The rules that hold whatever keys a map has that its author hides. */
const OF_ALL_VALUES = "not_null";

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
   * @param {{ span: Span, path: Step[], parent: Value }} at
   * @returns {Generator<Finding>}
   */
  *violations(field, value, at) {
    for (const rule of field.rules) yield* this.violation(rule, field, value, at);
    if (value instanceof YamlMap && field.fields.length) {
      yield* wrongKeyCounts(field, value, at);
      for (const item of value.items) {
        const declared = field.at(item.key);
        if (!declared || declared === UNCERTAIN) continue;
        yield* this.violations(declared, item.value, { span: item.valueSpan, path: [...at.path, item.key], parent: value });
      }
    } else if (value instanceof YamlArray && field.item) {
      for (const [index, item] of value.items.entries()) {
        const path = [...at.path, { index }];
        yield* this.violations(field.item, item.value, { span: item.valueSpan, path, parent: value });
      }
    }
  }

  /**
   * @param {Rule} rule
   * @param {Field} field
   * @param {Value} value
   * @param {{ span: Span, path: Step[], parent: Value }} at
   */
  *violation(rule, field, value, { span, path, parent }) {
    if (!isCheckable(rule, field) || !isAbout(rule, value)) return;
    if (!this.isInForce(rule, field, { value, parent, root: this.root })) return;
    const found = RULES[rule.name ?? ""](rule, value);
    if (found === undefined) return;
    yield finding("rule-broken", span, { found, rule: wordsOf(rule, value), when: rule.condition?.w }, path);
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
      this.unchecked.push({ field, words: wordsOf(rule) });
      return false;
    }
  }
}

/**
 * Returns what a valid value is by a rule; the type of the value may say what is counted.
 *
 * @param {Rule} rule
 * @param {Value} [value]
 */
function wordsOf({ words }, value = null) {
  return typeof words === "string" ? words : words[kindOf(value)] ?? words[""];
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
  if (!rule.name || (rule.condition && !rule.condition.t)) return false;
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
    for (const rule of field.rules) if (!isCheckable(rule, field)) yield { field, words: wordsOf(rule) };
    if (field.open && (field.open.u || !field.open.c)) yield { field, words: field.open.n ?? "" };
  }
}

/**
 * Yields the numbers of keys that are not as expected.
 *
 * @param {Field} field
 * @param {YamlMap} value
 * @param {{ span: Span, path: Step[] }} at
 */
function* wrongKeyCounts(field, value, { span, path }) {
  for (const each of field.fields) {
    const counts = each.open?.c;
    if (!each.open || !counts || field.fields.some(({ open }) => open?.u)) continue;
    const items = value.items.filter(({ key }) => field.at(key) === each);
    if (counts.some(([least, most]) => least <= items.length && (most === null || items.length <= most))) continue;
    yield finding("key-count", items.at(-1)?.span ?? span, { found: shownKeys(items), rule: each.open.n ?? "" }, path);
  }
}

/** @param {readonly Item[]} items */
function shownKeys(items) {
  if (!items.length) return phrase("noKeys");
  const names = items.slice(0, SHOWN).map(({ key }) => keyText(key)).join(", ");
  return `${items.length} (${names}${items.length > SHOWN ? ", …" : ""})`;
}
