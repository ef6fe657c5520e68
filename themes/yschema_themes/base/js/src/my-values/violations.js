import { select } from "./alternatives.js";
import { finding, isIndex, listing, phrase } from "./findings.js";
import { entriesOf, valueOf } from "./json-schema.js";
import { suggest } from "./suggest.js";
import { compareText } from "./compare.js";
import { YamlArray, YamlMap, kindOf } from "./values.js";
import { jsonText, keyText } from "./written.js";

/** @import { Finding, Part } from "./findings.js" */
/** @import { Selection } from "./alternatives.js" */
/** @import { InstanceStep, Node, SchemaError } from "./json-schema.js" */
/** @import { Item, Span, Value } from "./values.js" */

const TELLING = new Set(["type", "const", "enum", "required"]);
const [MOST_KEYS, SHOWN, LONGEST] = [200, 18, 200];

/** Makes findings of errors about one value, as the engine does. */
export class Violations {
  /**
   * @param {Value} value
   * @param {Span} span of the value
   * @param {readonly Node[]} nodes the schemas
   * @param {readonly string[]} texts what keywords expect
   */
  constructor(value, span, nodes, texts) {
    this.value = value;
    this.span = span;
    this.nodes = nodes;
    this.texts = texts;
  }

  /**
   * @param {SchemaError[]} errors
   * @returns {Generator<Finding>}
   */
  *of(errors) {
    for (const error of errors.toSorted((one, other) => comparePaths(one.path, other.path))) {
      for (const leaf of this.mostTelling(error)) yield* this.findings(leaf);
    }
  }

  /** @param {SchemaError} error */
  *findings(error) {
    const { keyword, path, value, selection } = error;
    if (selection) yield this.ofNoShape(error, selection);
    else if (keyword === "required") yield* this.missing(error, value);
    else if (keyword === "dependencies") yield* this.dependent(error);
    else if (error.key !== undefined) yield this.unknown(error, error.key);
    else if (keyword === "format") yield this.finding("json-schema-format", path, { expected: this.expected(error) });
    else if (this.isAboutKey(error)) {
      const key = /** @type {string} */ (error.instance);
      yield this.finding("json-schema-key", [...path, key], { found: shown(error), expected: this.expected(error) }, true);
    } else {
      yield this.finding("json-schema-violation", path, { found: shown(error), expected: this.expected(error) });
    }
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
    if (context.some((errors) => errors.some(isOfNone))) meant = [];
    if (context.length && instance instanceof YamlMap) {
      const selection = select(this.nodes, value, instance);
      const { indexes, key } = selection;
      if (key !== undefined) return [{ ...error, selection }];
      if (indexes.length === 1) meant = [context[indexes[0]]];
    }
    if (meant.length !== 1) return [error];
    const isName = (/** @type {SchemaError} */ each) => each.isName || error.isName;
    return meant[0].flatMap((each) => this.mostTelling({ ...each, path: [...error.path, ...each.path], isName: isName(each) }));
  }

  /**
   * Returns the finding about a key whose value selects none of several shapes.
   *
   * @param {SchemaError} error
   * @param {Selection} selection
   */
  ofNoShape({ path, instance }, { key, values }) {
    const name = /** @type {string} */ (key);
    const steps = [...path, name];
    const listedValues = listing(codes(values));
    const expected = values.length === 1 ? listedValues : phrase("oneOfValues", { values: listedValues });
    const value = entriesOf(instance)?.get(name);
    if (value === undefined) return { ...this.finding("json-schema-missing-key", path, { expected }), path: stepsOf(steps) };
    const hint = typeof value === "string" ? hintOf(value, values.filter((each) => typeof each === "string")) : undefined;
    return this.finding("json-schema-violation", steps, { found: code(value), expected, hint });
  }

  /** @param {SchemaError} error */
  isAboutKey({ isName, instance, path }) {
    if (!isName || typeof instance !== "string") return false;
    let { value } = this;
    for (const step of path) value = itemAt(value, step)?.value ?? null;
    return itemAt(value, instance) !== undefined;
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
      if (entriesOf(instance)?.has(key)) continue;
      yield { ...this.finding("json-schema-missing-key", path, { when }), path: stepsOf([...path, key]) };
    }
  }

  /** @param {SchemaError} error */
  *dependent(error) {
    for (const [key, needed] of error.value) {
      if (Array.isArray(needed) && entriesOf(error.instance)?.has(key)) {
        yield* this.missing(error, needed, phrase("isSet", { key: code(key) }));
      }
    }
  }

  /**
   * @param {SchemaError} error
   * @param {string} key
   */
  unknown(error, key) {
    const known = error.keyword === "unevaluatedProperties" ? error.value[1] : namesOf(error);
    const hint = hintOf(key, known);
    const patterns = error.keyword === "unevaluatedProperties" ? [] : patternsOf(error);
    const expected = knownKeys(known, patterns);
    return this.finding("json-schema-unknown-key", [...error.path, key], { found: code(key), expected, hint }, true);
  }

  /** @param {SchemaError} error */
  expected({ keyword, text }) {
    if (text !== undefined) return this.texts[text];
    return keyword ? undefined : phrase("noValue");
  }

  /**
   * @param {string} name of the code
   * @param {readonly InstanceStep[]} path
   * @param {Record<string, Part | undefined>} params
   * @param {boolean} isKey whether it is about the last key of the path
   */
  finding(name, path, params, isKey = false) {
    return finding(name, this.spanAt(path, isKey), params, stepsOf(path));
  }

  /**
   * Returns the place of a value, or of the nearest one above it.
   *
   * @param {readonly InstanceStep[]} path
   * @param {boolean} isKey
   */
  spanAt(path, isKey) {
    let { value, span } = this;
    for (const step of path) {
      const item = itemAt(value, step);
      if (!item) break;
      span = isKey ? item.span : item.valueSpan;
      value = item.value;
    }
    return span;
  }
}

/**
 * @param {Value} value
 * @param {InstanceStep} step
 * @returns {Item | undefined}
 */
function itemAt(value, step) {
  if (isIndex(step)) return value instanceof YamlArray ? value.items[step.index] : undefined;
  return value instanceof YamlMap ? value.items.findLast(({ key }) => keyText(key) === step) : undefined;
}

/**
 * @param {readonly InstanceStep[]} path
 * @returns {import("./findings.js").Step[]}
 */
function stepsOf(path) {
  return [...path];
}

/**
 * @param {SchemaError} error
 * @returns {string[]}
 */
function namesOf({ node }) {
  return (valueOf(node, "properties") ?? [])
    .flatMap((/** @type {[string | null]} */ [name]) => (name === null ? [] : [name]));
}

/**
 * @param {SchemaError} error
 * @returns {string[]}
 */
function patternsOf({ node }) {
  return (valueOf(node, "patternProperties") ?? []).map((/** @type {[string]} */ [pattern]) => pattern);
}

/**
 * Returns the keys that a map may have, in words.
 *
 * @param {readonly string[]} names
 * @param {readonly string[]} patterns
 */
function knownKeys(names, patterns) {
  const keys = listing(codes(names));
  if (!patterns.length) return names.length ? phrase("oneOf", { keys }) : phrase("noKeyKnown");
  const matched = listing(patterns.map(code), "or");
  return names.length ? phrase("oneOfOrLike", { keys, patterns: matched }) : phrase("keyLike", { patterns: matched });
}

/**
 * @param {readonly InstanceStep[]} one
 * @param {readonly InstanceStep[]} other
 */
function comparePaths(one, other) {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const order = compareSteps(one[i], other[i]);
    if (order) return order;
  }
  return one.length - other.length;
}

/**
 * @param {InstanceStep} one
 * @param {InstanceStep} other
 */
function compareSteps(one, other) {
  if (isIndex(one)) return isIndex(other) ? one.index - other.index : -1;
  return isIndex(other) ? 1 : compareText(one, other);
}

/**
 * @param {string} text
 * @param {readonly string[]} known
 */
function hintOf(text, known) {
  const near = known.length <= MOST_KEYS ? suggest(text, known) : undefined;
  return near === undefined ? undefined : phrase("didYouMean", { key: near });
}

/** @param {SchemaError} error */
function isOfNone({ keyword, path }) {
  return !keyword && !path.length;
}

/**
 * Whether an error says that a value is of another shape, rather than wrong in its shape.
 *
 * @param {SchemaError} error
 */
function tellsApart({ keyword, path }) {
  return TELLING.has(keyword) && path.length <= Number(keyword === "const" || keyword === "enum");
}

/** @param {SchemaError} error */
function shown({ keyword, instance }) {
  if (keyword !== "type") return code(instance);
  return instance instanceof YamlArray ? "list" : kindOf(instance);
}

/**
 * Returns a value as short code.
 *
 * @param {Value} value
 */
function code(value) {
  const text = typeof value === "string" && value.trim() ? value : jsonText(value);
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
}

/** @param {readonly Value[]} values */
function codes(values) {
  const shownValues = values.slice(0, SHOWN).map(code);
  return values.length > SHOWN ? [...shownValues, "…"] : shownValues;
}
