import { FieldRules, uncheckedOf } from "./field-rules.js";
import { Texts, Unreadable, finding, isIndex, phrase } from "./findings.js";
import { complete, dropRepeated, mergeInto, wrongKind } from "./merge.js";
import { InstanceCheck } from "./instances.js";
import { UNCERTAIN } from "./field.js";
import { checkTypes } from "./types.js";
import { NOWHERE, YamlArray, YamlMap, copyOf, keyId } from "./values.js";
import { readYaml } from "./yaml.js";

/** @import { Finding, Step } from "./findings.js" */
/** @import { Field } from "./field.js" */
/** @import { Model } from "./model.js" */
/** @import { InstanceData } from "./instances.js" */
/** @import { Span, Value } from "./values.js" */
/** @import { YamlDocument, YamlFile } from "./yaml.js" */

/**
 * @typedef {{ path: string, anchor: string }} Place
 * @typedef {{ field: Place, words: string, isNeverChecked?: boolean }} Unchecked a rule that cannot be checked here
 * @typedef {{ findings: Finding[], unchecked: Unchecked[], file: YamlFile | undefined }} Result
 */

/**
 * Checks a plain values file.
 *
 * @param {string} text
 * @param {Model} model
 * @returns {Result}
 */
export function check(text, model) {
  const instances = model.check && new InstanceCheck(model.check, model.root);
  const unchecked = model.check ? uncheckedIn(model.check) : [...uncheckedOf(model.root)];
  try {
    const file = readYaml(text, instances?.isAsSet);
    const documents = file.documents.filter(({ value }) => value !== null);
    const { groups, findings } = instances?.groups(documents) ?? { groups: [documents], findings: [] };
    const checkers = groups.map((group) => new Checker(model, instances, group));
    unchecked.push(...checkers.flatMap((each) => each.unchecked));
    return { findings: [...findings, ...distinct(checkers)], unchecked, file };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: [error.finding], unchecked, file: undefined };
  }
}

/**
 * Returns the findings of several checkers, those that they share once.
 *
 * @param {Checker[]} checkers
 */
function distinct(checkers) {
  const entries = checkers.flatMap((each) => each.findings.map((finding) => /** @type {const} */ ([each.idOf(finding), finding])));
  return [...new Map(entries).values()];
}

/** Checks the documents that make up the values. */
class Checker {
  /**
   * @param {Model} model
   * @param {InstanceCheck | undefined} instances
   * @param {readonly YamlDocument[]} documents
   */
  constructor(model, instances, documents) {
    this.model = model;
    this.root = model.root;
    this.texts = new Texts(model.words);
    this.instances = instances;
    /** @type {Value} */
    this.merged = model.root.default;
    /** @type {Span} */
    this.span = NOWHERE; // of the merged value
    /** @type {Value | undefined} */
    this.asSet = undefined;
    /** @type {Map<string, Finding>} */
    this.known = new Map();
    /** @type {Map<string, Span>} */
    this.lines = new Map();
    /** @type {Unchecked[]} */
    this.unchecked = [];
    for (const document of documents) this.merge(document);
    this.isComplete = !this.hasErrors;
    if (this.isComplete) this.add(this.finalFindings());
  }

  finalFindings() {
    if (this.instances) return [...this.instances.violations(this.asSet ?? this.merged)];
    const rules = new FieldRules(this.merged);
    const findings = [...rules.violations(this.root, this.merged, { span: NOWHERE, path: [], parent: null })];
    this.unchecked.push(...rules.unchecked);
    return findings;
  }

  /** @returns {Finding[]} */
  get findings() {
    const findings = [...this.known.values()];
    if (!this.isComplete) findings.sort((one, other) => (one.span.line || Infinity) - (other.span.line || Infinity));
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
    if (this.instances?.isAsSet) {
      this.asSet = this.mergedInto(this.asSet, document);
      return;
    }
    const merged = this.mergedInto(this.merged, document);
    if (merged !== this.merged) this.span = document.span;
    this.merged = merged;
    if (!this.instances) this.add(checkTypes(this.merged, this.root, this.span));
    complete(this.merged, this.root);
  }

  /**
   * @param {Value | undefined} left
   * @param {YamlDocument} document
   */
  mergedInto(left, { value, span }) {
    if (!(value instanceof YamlMap) || left === undefined || (this.instances?.isAsSet && !(left instanceof YamlMap))) {
      return this.instances ? copyOf(value) : value;
    }
    if (!(left instanceof YamlMap)) {
      this.add([wrongKind(left, span, [])]);
      return left;
    }
    this.add(mergeInto(left, value, this.root));
    return left;
  }

  /** @param {Iterable<Finding>} findings */
  add(findings) {
    for (const each of findings) {
      const id = this.idOf(each);
      if (!this.known.has(id)) this.known.set(id, each);
    }
  }

  /** @param {Finding} finding */
  idOf(finding) {
    const { path, rule, found } = this.texts.of(finding);
    return JSON.stringify([finding.code, finding.span.line, path, rule, found]);
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
    if (this.instances) return { ...finding, isAtDefault: true };
    const place = path.findLastIndex((_, index) => this.lines.has(idOf(path.slice(0, index + 1)))) + 1;
    const span = this.lines.get(idOf(path.slice(0, place)));
    if (!span) return { ...finding, isAtDefault: true };
    if (place === path.length) return { ...finding, span };
    return { ...finding, span, isAtDefault: true, params: { hint: phrase("defaultHint"), ...finding.params } };
  }
}

/** @param {readonly Step[]} path */
function idOf(path) {
  return JSON.stringify(path.map((step) => (isIndex(step) ? step.index : keyId(step))));
}

/**
 * Returns the rules that a check of its own leaves out.
 *
 * @param {InstanceData} data
 * @returns {Unchecked[]}
 */
function uncheckedIn({ u: rules }) {
  return rules.map(([path, anchor, words, isNever]) => ({ field: { path, anchor }, words, isNeverChecked: isNever === 1 }));
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
