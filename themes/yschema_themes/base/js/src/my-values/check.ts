import { Unreadable, distinct, finding, phrase, sameOf, type Finding } from "./findings.ts";
import { InstanceCheck, dropNulls } from "./instances.ts";
import { complete, deprecations, dropRepeated, mergeInto, mergeMaps, wrongKind } from "./merge.ts";
import { FieldRules, uncheckedOf } from "./rules.ts";
import { checkTypes } from "./types.ts";
import { NOWHERE, YamlMap, copyOf, itemsAlong, kindOf, type Value } from "./values.ts";
import { readYaml, type YamlDocument, type YamlFile } from "./yaml.ts";
import type { Field } from "./field.ts";
import type { Model } from "./model.ts";

type Place = { path: string, anchor: string };
/** A rule that cannot be checked here. */
export type Unchecked = { field: Place, words: string, isNeverChecked?: boolean };

export interface Result {
  findings: Finding[];
  unchecked: Unchecked[];
  file: YamlFile | undefined;
  others?: string[];
  isTooLarge?: boolean;
}

/** Whether an error does not keep rules from being checked. */
type IsExpected = (finding: Finding) => boolean;

/** Characters of a text, of which more would take seconds while the reader types. */
const LARGEST = 500_000;

/** Checks a plain values file. */
export function check(text: string, model: Model, isExpected: IsExpected = () => false): Result {
  const instances = model.check && new InstanceCheck(model.check, model.root);
  if (text.length > LARGEST) return { findings: [], unchecked: [], file: undefined, isTooLarge: true };
  const unchecked = instances ? instances.unchecked : [...uncheckedOf(model.root)];
  try {
    const file = readYaml(text, instances?.reading);
    const documents = file.documents.filter(({ value }) => value !== null);
    const { groups, findings, others } = instances?.groups(documents) ?? { groups: [documents], findings: [], others: [] };
    const checkers = groups.map((group) => new Checker(model, instances, group, isExpected));
    unchecked.push(...checkers.flatMap((each) => each.unchecked));
    return { findings: [...findings, ...distinct(checkers.flatMap((each) => each.findings), sameOf)], unchecked, file, others };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: [error.finding], unchecked, file: undefined };
  }
}

/** Checks the documents that make up the values. */
class Checker {
  model: Model;
  root: Field;
  instances: InstanceCheck | undefined;
  documents: readonly YamlDocument[];
  merged: Value | undefined; // undefined before the first document of values that are checked as they are set
  line: number = NOWHERE; // of the merged value
  known: Finding[] = [];
  unchecked: Unchecked[] = [];
  isComplete: boolean;

  constructor(model: Model, instances: InstanceCheck | undefined, documents: readonly YamlDocument[], isExpected: IsExpected) {
    this.model = model;
    this.root = model.root;
    this.instances = instances;
    this.documents = documents;
    this.merged = instances?.isAsSet || instances?.isChart ? undefined : model.root.default;
    for (const document of documents) this.merge(document);
    if (instances?.isChart) this.add(instances.inEffect(this.chartValues()));
    this.isComplete = !this.known.some((each) => model.texts.severity(each) === "error" && !isExpected(each));
    if (this.isComplete) this.add(this.finalFindings(this.merged ?? model.root.default));
  }

  finalFindings(value: Value) {
    if (this.instances) return this.instances.violations(value);
    const rules = new FieldRules(value);
    const findings = [...rules.violations(this.root, value, { line: NOWHERE, path: [], parent: null })];
    this.unchecked.push(...rules.unchecked);
    return findings;
  }

  get findings(): Finding[] {
    const isInOrder = this.isComplete && !this.instances; // broken rules of ytt keep the order of the schema
    const byLine = this.known.toSorted((one, other) => (one.line || Infinity) - (other.line || Infinity));
    return (isInOrder ? this.known : byLine).map((each) => {
      const placed = this.instances ? each : this.atNearestLine(each);
      return { ...placed, anchor: this.model.nearest(each.path ?? []).anchor };
    });
  }

  /**
   * Returns a finding about a default at the nearest line around it that the reader has written; of several documents, the
   * last one counts. All other findings stay.
   */
  atNearestLine(each: Finding): Finding {
    const { line, path } = each;
    if (line !== NOWHERE || !path) return each;
    const [lines] = this.documents.map((document) => [document, ...itemsAlong(document.value, path)].map((item) => item.line))
      .toReversed().toSorted((one, other) => other.length - one.length);
    if (!lines) return each;
    const placed = { ...each, line: lines.at(-1) ?? NOWHERE };
    return lines.length > path.length ? placed : { ...placed, params: { hint: phrase("defaultHint"), ...each.params } };
  }

  /** Returns what the documents set of the values of a chart. */
  chartValues() {
    const given = this.merged instanceof YamlMap ? this.merged : new YamlMap([]);
    this.merged = given;
    return given;
  }

  merge(document: YamlDocument) {
    this.add(dropRepeated(document.value));
    if (this.instances?.isResource) dropNulls(document.value, this.root);
    this.add(deprecations(document.value, this.root));
    if (this.instances?.isChart) {
      const { value, line } = document;
      if (value instanceof YamlMap) this.merged = mergeMaps(this.chartValues(), value);
      else this.add([finding("values-not-a-map", line, { found: kindOf(value) }, [])]);
      return;
    }
    const merged = this.mergedWith(document);
    if (merged !== this.merged) this.line = document.line;
    this.merged = merged;
    if (!this.instances) this.add(checkTypes(merged, this.root, this.line));
    if (!this.instances?.isAsSet) complete(merged, this.root);
  }

  mergedWith({ value, line }: YamlDocument) {
    const { merged } = this;
    const isReplaced = merged === undefined || (this.instances?.isAsSet && !(merged instanceof YamlMap));
    if (!(value instanceof YamlMap) || isReplaced) return copyOf(value);
    this.add(merged instanceof YamlMap ? mergeInto(merged, value, this.root) : [wrongKind(merged, line, [])]);
    return merged;
  }

  add(findings: Iterable<Finding>) {
    this.known = distinct([...this.known, ...findings], sameOf);
  }
}
