import { select } from "./alternatives.js";
import { finding, oneOf, pathOf, phrase, wrongType } from "./findings.js";
import { entriesOf, valueOf } from "./json-schema.js";
import { didYouMean, suggest } from "./suggest.js";
import { compareText } from "./compare.js";
import { YamlMap, isIndex, itemAt, itemsAlong, kindOf } from "./values.js";
import { keyText, shortText } from "./written.js";

/** @import { Finding, Part } from "./findings.js" */
/** @import { Selection } from "./alternatives.js" */
/** @import { InstanceStep, Node, SchemaError } from "./json-schema.js" */
/** @import { Value } from "./values.js" */

/** @type {Record<string, string>} the types of JSON Schema whose names are others */
const KINDS = { number: "float", object: "map", whole: "integer" };
const LISTING = new Set(["const", "enum"]);
const AFTER_TYPE = new Set([...LISTING, "not"]); // say nothing new about a value of the wrong type
const TELLING = new Set(["type", "const", "enum", "required"]);

/** Makes findings of errors about one value, as the engine does. */
export class Violations {
  /**
   * @param {Value} value
   * @param {number} line of the value
   * @param {readonly Node[]} nodes the schemas
   * @param {readonly string[]} texts what keywords expect
   */
  constructor(value, line, nodes, texts) {
    this.value = value;
    this.line = line;
    this.nodes = nodes;
    this.texts = texts;
    /** @type {Set<string>} */
    this.misspelt = new Set(); // the paths of misspelt keys as they should be spelled
  }

  /**
   * Returns the findings about errors: one for each mistake. A key that is misspelt is not missing as well, and a value of
   * the wrong type is not reported again as one that the schema does not list.
   *
   * @param {SchemaError[]} errors
   */
  of(errors) {
    const sorted = errors.toSorted((one, other) => comparePaths(one.path, other.path));
    const leaves = sorted.flatMap((error) => this.mostTelling(error));
    const mistyped = new Set(leaves.filter(({ keyword }) => keyword === "type").map(pathOf));
    const kept = leaves.filter((leaf) => !AFTER_TYPE.has(leaf.keyword) || !mistyped.has(pathOf(leaf)));
    const findings = kept.flatMap((leaf) => [...this.findings(leaf)].map((each) => this.withCondition(each, leaf)));
    return findings.filter((each) => each.code !== "json-schema-missing-key" || !this.misspelt.has(pathOf(each)));
  }

  /**
   * Returns a finding with the condition under which the value is wrong.
   *
   * @param {Finding} finding
   * @param {SchemaError} error
   * @returns {Finding}
   */
  withCondition(finding, { when }) {
    return when === undefined || finding.params.when ? finding : { ...finding, params: { ...finding.params, when: this.texts[when] } };
  }

  /** @param {SchemaError} error */
  *findings(error) {
    const { keyword, instance, path, text, value, selection } = error;
    const expected = text === undefined ? (keyword ? undefined : phrase("noValue")) : this.texts[text];
    if (selection) yield this.ofNoShape(error, selection);
    else if (keyword === "required") yield* this.missing(error, value);
    else if (keyword === "dependencies") yield* this.dependent(error);
    else if (error.key !== undefined) yield this.unknown(error, error.key);
    else if (keyword === "format") yield this.finding("json-schema-format", path, { expected });
    else if (this.isAboutKey(error)) {
      yield this.finding("json-schema-key", [...path, /** @type {string} */ (instance)], { found: shown(error), expected }, true);
    } else yield this.finding("json-schema-violation", path, { found: shown(error), expected, ...factsOf(error) });
  }

  /**
   * Returns the errors of the one alternative that the value is meant to be, or the error itself.
   *
   * @param {SchemaError} error
   * @returns {SchemaError[]}
   */
  mostTelling(error) {
    const { context, instance, value } = error;
    let meant = context.filter((errors) => !errors.some(tellsApart));
    // An alternative that allows no value has an error without a keyword.
    const isNever = context.some((errors) => errors.some(({ keyword, path }) => !keyword && !path.length));
    if (isNever) meant = [];
    if (context.length && instance instanceof YamlMap) {
      const selection = select(this.nodes, value, instance);
      const { indexes, key, nearest } = selection;
      if (key !== undefined) return [{ ...error, selection }];
      if (indexes.length === 1) meant = [context[indexes[0]]];
      else if (!isNever && meant.length !== 1 && nearest !== undefined) meant = [context[nearest]];
    }
    if (meant.length !== 1) return [error];
    return meant[0].flatMap((each) =>
      this.mostTelling({ ...each, path: [...error.path, ...each.path], isName: each.isName || error.isName, when: each.when ?? error.when }));
  }

  /**
   * Returns the finding about a key whose value selects none of several shapes.
   *
   * @param {SchemaError} error
   * @param {Selection} selection
   */
  ofNoShape({ path, instance }, { key, values }) {
    const steps = [...path, /** @type {string} */ (key)];
    const expected = oneOf([...new Set(values.map(shortText))]);
    const value = entriesOf(instance)?.get(/** @type {string} */ (key));
    if (value === undefined) return this.finding("json-schema-missing-key", steps, { expected });
    const hint = typeof value === "string" ? didYouMean(value, values.filter((each) => typeof each === "string")) : undefined;
    return this.finding("json-schema-violation", steps, { found: shortText(value), expected, hint });
  }

  /** @param {SchemaError} error */
  isAboutKey({ isName, instance, path }) {
    if (!isName || typeof instance !== "string") return false;
    const map = path.reduce((value, step) => itemAt(value, step, keyText)?.value ?? null, this.value);
    return itemAt(map, instance, keyText) !== undefined;
  }

  /**
   * Yields a finding for each key that is missing.
   *
   * @param {SchemaError} error
   * @param {readonly string[]} keys
   * @param {Part} [when]
   */
  *missing({ instance, path }, keys, when = undefined) {
    for (const key of keys) {
      if (!entriesOf(instance)?.has(key)) yield this.finding("json-schema-missing-key", [...path, key], { when });
    }
  }

  /** @param {SchemaError} error */
  *dependent(error) {
    for (const [key, needed] of error.value) {
      if (Array.isArray(needed) && entriesOf(error.instance)?.has(key)) {
        yield* this.missing(error, needed, phrase("isSet", { key: shortText(key) }));
      }
    }
  }

  /**
   * @param {SchemaError} error
   * @param {string} key
   */
  unknown({ keyword, node, path, value }, key) {
    const isUnevaluated = keyword === "unevaluatedProperties";
    const names = isUnevaluated ? value[1] : namesIn(node, "properties");
    const patterns = isUnevaluated ? [] : namesIn(node, "patternProperties");
    const like = patterns.map((/** @type {string} */ pattern) => phrase("keyLike", { patterns: shortText(pattern) }));
    const expected = oneOf([...names.map(shortText), ...like]);
    const meant = suggest(key, names);
    if (meant !== undefined) this.misspelt.add(pathOf({ path: [...path, meant] }));
    return this.finding("json-schema-unknown-key", [...path, key], { found: shortText(key), expected, hint: didYouMean(key, names) }, true);
  }

  /**
   * Returns a finding at the line of a value, or of the nearest one above it.
   *
   * @param {string} name of the code
   * @param {readonly InstanceStep[]} path
   * @param {Record<string, Part | undefined>} params
   * @param {boolean} isKey whether it is about the last key of the path
   */
  finding(name, path, params, isKey = false) {
    const item = [...itemsAlong(this.value, path, keyText)].at(-1);
    return finding(name, (isKey ? item?.line : item?.valueLine) ?? this.line, params, [...path]);
  }
}

/**
 * Returns the names or patterns in a keyword of a schema, without those of fields that readers do not see.
 *
 * @param {Node} node
 * @param {string} keyword
 * @returns {string[]}
 */
function namesIn(node, keyword) {
  return (valueOf(node, keyword) ?? []).flatMap((/** @type {[string | null]} */ [name]) => name ?? []);
}

/**
 * Returns what else is said of a value: which types it should have, or which listed text was meant.
 *
 * @param {SchemaError} error
 */
function factsOf({ keyword, value, instance }) {
  if (keyword === "type") return wrongType([value].flat().map((kind) => KINDS[kind] ?? kind), instance);
  if (!LISTING.has(keyword) || typeof instance !== "string") return {};
  const texts = [value].flat().filter((each) => typeof each === "string");
  return { hint: didYouMean(instance, texts) };
}

/** @param {SchemaError} error */
function shown({ keyword, instance }) {
  if (keyword !== "type") return shortText(instance);
  const kind = kindOf(instance);
  return kind === "map" || kind === "array" ? phrase(`${kind}Type`) : kind;
}

/**
 * @param {readonly InstanceStep[]} one
 * @param {readonly InstanceStep[]} other
 */
function comparePaths(one, other) {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const [step, next] = [one[i], other[i]];
    const order = isIndex(step) && isIndex(next) ? step.index - next.index : compareText(String(step), String(next));
    if (order) return order;
  }
  return one.length - other.length;
}

/**
 * Whether an error says that a value is of another shape, rather than wrong in its shape.
 *
 * @param {SchemaError} error
 */
function tellsApart({ keyword, path, context }) {
  if (context.length && !path.length) return context.every((errors) => errors.some(tellsApart));
  return TELLING.has(keyword) && path.length <= Number(keyword === "const" || keyword === "enum");
}
