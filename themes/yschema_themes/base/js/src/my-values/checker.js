import { FieldRules } from "./field-rules.js";
import { Texts, pathText } from "./findings.js";
import { Lines } from "./lines.js";
import { complete, deprecations, dropRepeated, mergeInto, wrongKind } from "./merge.js";
import { checkTypes } from "./types.js";
import { NOWHERE, YamlMap, copyOf } from "./values.js";

/** @import { Unchecked } from "./check.js" */
/** @import { Finding } from "./findings.js" */
/** @import { InstanceCheck } from "./instances.js" */
/** @import { Model } from "./model.js" */
/** @import { Span, Value } from "./values.js" */
/** @import { YamlDocument } from "./yaml.js" */

/** Checks the documents that make up the values. */
export class Checker {
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
    /** @type {Unchecked[]} */
    this.unchecked = [];
    for (const document of documents) this.merge(document);
    this.lines = new Lines(documents);
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
    const isInOrder = this.isComplete && !this.instances; // broken rules of ytt keep the order of the schema
    if (!isInOrder) findings.sort((one, other) => (one.span.line || Infinity) - (other.span.line || Infinity));
    return findings.map((each) => ({ ...this.nearest(each), anchor: this.model.nearest(each.path ?? []).anchor }));
  }

  get hasErrors() {
    return [...this.known.values()].some((each) => this.texts.severity(each) === "error");
  }

  /** @param {YamlDocument} document */
  merge(document) {
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
      const id = idOf(each);
      if (!this.known.has(id)) this.known.set(id, each);
    }
  }

  /**
   * @param {Finding} finding
   * @returns {Finding}
   */
  nearest(finding) {
    if (finding.span !== NOWHERE || !finding.path) return finding;
    return this.instances ? { ...finding, isAtDefault: true } : this.lines.nearest(finding, finding.path);
  }
}

/**
 * Returns a text that the findings share which say the same of a value, whatever they expect.
 *
 * @param {Finding} finding
 */
export function idOf({ code, span, path, params }) {
  return JSON.stringify([code, span.line, pathText(path ?? []), params.rule, params.found]);
}
