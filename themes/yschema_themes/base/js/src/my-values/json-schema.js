import { KEYWORDS } from "./keywords.js";
import { hash } from "./encoding.js";
import { YamlMap } from "./values.js";
import { keyText } from "./written.js";

/** @import { YamlArray, Value } from "./values.js" */

/**
 * @typedef {string | { index: number }} InstanceStep
 * @typedef {[name: string, value: any, text?: number, textIfSeveral?: number]} Keyword see `show/my_values.py`
 * @typedef {boolean | Keyword[]} Node
 *
 * @typedef {object} SchemaError a keyword that a value breaks
 * @property {string} keyword empty if the schema allows no value
 * @property {any} value of the keyword
 * @property {number | undefined} text what is expected
 * @property {Keyword[]} node the schema
 * @property {Value} instance
 * @property {InstanceStep[]} path from the value that is checked
 * @property {boolean} isName whether it is about a key itself
 * @property {SchemaError[][]} context the errors of each alternative
 * @property {string} [key] that is refused
 * @property {number} [when] the text of the condition under which the value is wrong
 * @property {import("./alternatives.js").Selection} [selection] of none of several alternatives
 */

const MOST = 100; // errors about one value, as in the engine

/** Checks values by JSON Schemas, as the library of the engine does: in its order, with its peculiarities. */
export class Schemas {
  /** @param {{ n: Node[] }} data */
  constructor({ n: nodes }) {
    this.nodes = nodes;
    this.hasFormats = false;
  }

  /**
   * Returns the first errors about a value, those about formats only if there are no others.
   *
   * @param {number} number of the schema
   * @param {Value} value
   */
  errors(number, value) {
    for (this.hasFormats of [false, true]) {
      const errors = [];
      for (const error of this.find(number, value)) {
        if (!isUnknown(error) && errors.push(error) === MOST) break;
      }
      if (errors.length) return errors;
    }
    return [];
  }

  /**
   * @param {number} number
   * @param {Value} value
   * @returns {Generator<SchemaError>}
   */
  *find(number, value) {
    const node = this.nodes[number];
    if (node === false) yield errorOf([], ["", false], value);
    if (typeof node === "boolean") return;
    for (const keyword of node) yield* KEYWORDS[keyword[0]]?.(this, keyword, value, node) ?? [];
  }

  /**
   * Whether a value matches a schema; undefined if that depends on a schema that is not known.
   *
   * @param {number} number
   * @param {Value} value
   */
  matches(number, value) {
    return matchOf(this.find(number, value));
  }

  /**
   * Yields errors about a part of a value.
   *
   * @param {InstanceStep} step
   * @param {number} number
   * @param {Value} value
   */
  *below(step, number, value) {
    for (const error of this.find(number, value)) {
      error.path.unshift(step);
      yield error;
    }
  }
}

/**
 * @param {Keyword[]} node
 * @param {Keyword} keyword
 * @param {Value} instance
 * @param {Partial<SchemaError>} more
 * @returns {SchemaError}
 */
export function errorOf(node, [keyword, value, text], instance, more = {}) {
  return { keyword, value, text, node, instance, path: [], isName: false, context: [], ...more };
}

/** @param {SchemaError} error */
export function isUnknown({ keyword }) {
  return keyword === "unresolved";
}

/**
 * Whether a value with these errors matches a schema; undefined if that is not known.
 *
 * @param {Iterable<SchemaError>} errors
 */
export function matchOf(errors) {
  let matches = /** @type {boolean | undefined} */ (true);
  for (const error of errors) {
    if (!isUnknown(error)) return false;
    matches = undefined;
  }
  return matches;
}

/** @type {WeakMap<YamlMap, Map<string, Value>>} */
const entries = new WeakMap();

/**
 * Returns the values of a map by their keys, which are strings in JSON; undefined for other values.
 *
 * @param {Value} value
 */
export function entriesOf(value) {
  if (!(value instanceof YamlMap)) return undefined;
  const known = entries.get(value) ?? new Map(value.items.map((item) => [keyText(item.key), item.value]));
  entries.set(value, known);
  return known;
}

/**
 * Returns the value of a keyword of a schema.
 *
 * @param {Node} node
 * @param {string} name
 */
export function valueOf(node, name) {
  return typeof node === "boolean" ? undefined : node.find(([each]) => each === name)?.[1];
}

/** @type {Map<string, RegExp | undefined>} */
const patterns = new Map();

/**
 * Whether a text matches a pattern; every text matches one that is not valid.
 *
 * @param {string} pattern
 * @param {string} text
 */
export function isMatch(pattern, text) {
  if (!patterns.has(pattern)) patterns.set(pattern, compiled(pattern));
  return patterns.get(pattern)?.test(text) ?? true;
}

/** @param {string} pattern */
function compiled(pattern) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // without the flag, more is allowed
    }
  }
  return undefined;
}

/**
 * Whether a schema declares a key by name or by pattern.
 *
 * @param {Node} node
 * @param {string} key
 */
export function isDeclared(node, key) {
  return (valueOf(node, "properties") ?? []).some((/** @type {[string | null, number]} */ [name, inner]) =>
    (name === null ? inner === hash(key) : name === key))
    || (valueOf(node, "patternProperties") ?? []).some((/** @type {[string]} */ [pattern]) => isMatch(pattern, key));
}

/**
 * Returns the keys of a map, or the indexes of an array, that a schema has evaluated, which the value matches.
 *
 * @param {Schemas} schemas
 * @param {YamlMap | YamlArray} value
 * @param {Node} node
 * @param {boolean} isOutermost whether `unevaluatedProperties` or `unevaluatedItems` of the schema itself is what asks
 * @returns {Set<string | number>}
 */
export function evaluated(schemas, value, node, isOutermost = false) {
  const [all, rest] = value instanceof YamlMap ? ["additionalProperties", "unevaluatedProperties"] : ["items", "unevaluatedItems"];
  const hasAll = [all, "unresolved", ...(isOutermost ? [] : [rest])].some((name) => valueOf(node, name) !== undefined);
  const parts = value instanceof YamlMap ? entriesOf(value)?.keys() ?? [] : value.items.keys();
  const own = [...parts].filter((part) => hasAll || isEvaluated(schemas, value, node, part));
  return new Set([...own, ...(hasAll ? [] : applied(schemas, value, node).flatMap((each) => [...evaluated(schemas, value, each)]))]);
}

/**
 * Whether a keyword of a schema is about one part of a value.
 *
 * @param {Schemas} schemas
 * @param {YamlMap | YamlArray} value
 * @param {Node} node
 * @param {string | number} part a key or an index
 */
function isEvaluated(schemas, value, node, part) {
  if (typeof part === "string") return isDeclared(node, part);
  const [contained] = valueOf(node, "contains") ?? [];
  return part < (valueOf(node, "prefixItems")?.length ?? 0)
    || (contained !== undefined && schemas.matches(contained, value.items[part].value) !== false);
}

/**
 * Returns the schemas within a schema for the same value that the value matches.
 *
 * @param {Schemas} schemas
 * @param {Value} value
 * @param {Node} node
 * @returns {Node[]}
 */
function applied(schemas, value, node) {
  const matching = ["allOf", "anyOf", "oneOf"].flatMap((name) => valueOf(node, name) ?? [])
    .filter((number) => schemas.matches(number, value) !== false);
  const dependent = (valueOf(node, "dependentSchemas") ?? [])
    .flatMap((/** @type {[string, number]} */ [key, number]) => (entriesOf(value)?.has(key) ? [number] : []));
  const reference = valueOf(node, "$ref");
  const [condition, then, otherwise] = valueOf(node, "if") ?? [];
  const holds = condition === undefined ? undefined : schemas.matches(condition, value);
  const chosen = condition === undefined ? [] : [...(holds !== false ? [condition, then] : []), ...(holds ? [] : [otherwise])];
  return [...(reference === undefined ? [] : [reference]), ...matching, ...dependent, ...chosen].map((number) => schemas.nodes[number]);
}
