import { Uncheckable, holds } from "./conditions.js";
import { Texts, Unreadable, finding, isIndex, phrase } from "./findings.js";
import { complete, dropRepeated, mergeInto } from "./merge.js";
import { UNCERTAIN } from "./model.js";
import { RULES } from "./rules.js";
import { checkTypes } from "./types.js";
import { NOWHERE, YamlArray, YamlMap, keyId, kindOf } from "./values.js";
import { keyText } from "./written.js";
import { readYaml } from "./yaml.js";

/** @import { Context } from "./conditions.js" */
/** @import { Finding, Step } from "./findings.js" */
/** @import { Field, Model, Rule } from "./model.js" */
/** @import { Item, Span, Value } from "./values.js" */
/** @import { YamlDocument, YamlFile } from "./yaml.js" */

/**
 * @typedef {{ field: Field, words: string }} Unchecked a rule that cannot be checked here
 * @typedef {{ findings: Finding[], unchecked: Unchecked[], file: YamlFile | undefined, merged: Value }} Result
 */

const SHOWN = 5; // keys in a finding about their number
/** The rules that hold whatever keys a map has that its author hides. */
const OF_ALL_VALUES = "not_null";

/**
 * Checks a plain values file.
 *
 * @param {string} text
 * @param {Model} model
 * @returns {Result}
 */
export function check(text, model) {
  const checker = new Checker(model);
  try {
    const file = readYaml(text);
    checker.run(file.documents.filter(({ value }) => value !== null));
    return { findings: checker.findings, unchecked: checker.unchecked, file, merged: checker.merged };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: [error.finding], unchecked: checker.unchecked, file: undefined, merged: null };
  }
}

class Checker {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.root = model.root;
    this.texts = new Texts(model.words);
    /** @type {Value} */
    this.merged = model.root.default;
    /** @type {Map<string, Finding>} */
    this.known = new Map();
    /** @type {Map<string, Span>} */
    this.lines = new Map();
    this.unchecked = [...uncheckedOf(model.root)];
  }

  /** @param {readonly YamlDocument[]} documents */
  run(documents) {
    for (const document of documents) this.merge(document);
    if (!this.hasErrors) this.add(this.violations(this.root, this.merged, { span: NOWHERE, path: [], parent: null }));
  }

  /** @returns {Finding[]} */
  get findings() {
    const findings = [...this.known.values()];
    if (this.hasErrors && findings.every(({ code }) => !AFTER_MERGING.has(code))) {
      findings.sort((one, other) => (one.span.line || Infinity) - (other.span.line || Infinity));
    }
    return findings.map((each) => ({ ...this.nearest(each), anchor: this.model.nearest(each.path ?? []).anchor }));
  }

  get hasErrors() {
    return [...this.known.values()].some((each) => this.texts.of(each).severity === "error");
  }

  /** @param {YamlDocument} document */
  merge(document) {
    this.noteLines(document.value, document.span, []);
    this.add(dropRepeated(document.value));
    this.add(deprecations(document.value, this.root, []));
    if (document.value instanceof YamlMap && this.merged instanceof YamlMap) {
      this.add(mergeInto(this.merged, document.value, this.root));
    } else {
      this.merged = document.value;
    }
    this.add(checkTypes(this.merged, this.root, document.span));
    complete(this.merged, this.root);
  }

  /** @param {Iterable<Finding>} findings */
  add(findings) {
    for (const each of findings) {
      const { path, rule, found } = this.texts.of(each);
      const key = JSON.stringify([each.code, each.span.line, path, rule, found]);
      if (!this.known.has(key)) this.known.set(key, each);
    }
  }

  /**
   * @param {Value} value
   * @param {Span} span
   * @param {Step[]} path
   */
  noteLines(value, span, path) {
    this.lines.set(idOf(path), span);
    if (value instanceof YamlMap) for (const item of value.items) this.noteLines(item.value, item.span, [...path, item.key]);
    if (!(value instanceof YamlArray)) return;
    for (const [index, item] of value.items.entries()) this.noteLines(item.value, item.span, [...path, { index }]);
  }

  /**
   * Returns a finding about a default at the nearest line around it that the reader has written.
   *
   * @param {Finding} finding
   * @returns {Finding}
   */
  nearest(finding) {
    const { path } = finding;
    if (finding.span !== NOWHERE || !path) return finding;
    const place = path.findLastIndex((_, index) => this.lines.has(idOf(path.slice(0, index + 1)))) + 1;
    const span = this.lines.get(idOf(path.slice(0, place)));
    if (!span) return { ...finding, isAtDefault: true };
    if (place === path.length) return { ...finding, span };
    return { ...finding, span, isAtDefault: true, params: { hint: phrase("defaultHint"), ...finding.params } };
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
    if (!this.isInForce(rule, field, { value, parent, root: this.merged })) return;
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

/** The codes of what is looked for once all documents are merged and have the right types. */
const AFTER_MERGING = new Set(["rule-broken", "key-count"]);

/** @param {readonly Step[]} path */
function idOf(path) {
  return JSON.stringify(path.map((step) => (isIndex(step) ? step.index : keyId(step))));
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
function* uncheckedOf(root) {
  for (const field of root.walk()) {
    if (field.removed !== undefined) continue;
    for (const rule of field.rules) if (!isCheckable(rule, field)) yield { field, words: wordsOf(rule) };
    if (field.open && (field.open.u || !field.open.c)) yield { field, words: field.open.n };
  }
}

/**
 * Yields warnings about deprecated fields that a document sets.
 *
 * @param {Value} value
 * @param {Field} field
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
function* deprecations(value, field, path) {
  if (value instanceof YamlMap) {
    for (const item of value.items) {
      const known = field.at(item.key);
      if (!known || known === UNCERTAIN) continue;
      const inner = [...path, item.key];
      if (known.deprecated !== undefined && known.removed === undefined) {
        yield finding("deprecated-field-set", item.span, { hint: known.deprecated }, inner);
      }
      yield* deprecations(item.value, known, inner);
    }
  } else if (value instanceof YamlArray && field.item) {
    for (const [index, item] of value.items.entries()) yield* deprecations(item.value, field.item, [...path, { index }]);
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
    yield finding("key-count", items.at(-1)?.span ?? span, { found: shownKeys(items), rule: each.open.n }, path);
  }
}

/** @param {readonly Item[]} items */
function shownKeys(items) {
  if (!items.length) return phrase("noKeys");
  const names = items.slice(0, SHOWN).map(({ key }) => keyText(key)).join(", ");
  return `${items.length} (${names}${items.length > SHOWN ? ", …" : ""})`;
}
