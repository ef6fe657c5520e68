import { KEYWORDS } from "./keywords.ts";
import { hash } from "./encoding.ts";
import { YamlMap, type YamlArray, type Value } from "./values.ts";
import { keyText } from "./written.ts";
import type { Selection } from "./alternatives.ts";

export type InstanceStep = string | { index: number };
/** See `show/my_values.py`. */
export type Keyword = [name: string, value: any, text?: number, textIfSeveral?: number];
export type Node = boolean | Keyword[];

/** A keyword that a value breaks. */
export interface SchemaError {
  keyword: string; // empty if the schema allows no value
  value: any; // of the keyword
  text: number | undefined; // what is expected
  node: Keyword[]; // the schema
  instance: Value;
  path: InstanceStep[]; // from the value that is checked
  isName: boolean; // whether it is about a key itself
  context: SchemaError[][]; // the errors of each alternative
  key?: string; // that is refused
  when?: number; // the text of the condition under which the value is wrong
  selection?: Selection; // of none of several alternatives
}

const MOST = 100; // errors about one value, as in the engine

/** Checks values by JSON Schemas, as the library of the engine does: in its order, with its peculiarities. */
export class Schemas {
  nodes: Node[];
  hasFormats = false;

  constructor({ n: nodes }: { n: Node[] }) {
    this.nodes = nodes;
  }

  /**
   * Returns the first errors about a value, those about formats only if there are no others.
   *
   * @param number of the schema
   */
  errors(number: number, value: Value) {
    for (this.hasFormats of [false, true]) {
      const errors = [];
      for (const error of this.find(number, value)) {
        if (!isUnknown(error) && errors.push(error) === MOST) break;
      }
      if (errors.length) return errors;
    }
    return [];
  }

  *find(number: number, value: Value): Generator<SchemaError> {
    const node = this.nodes[number];
    if (node === false) yield errorOf([], ["", false], value);
    if (typeof node === "boolean") return;
    for (const keyword of node) yield* KEYWORDS[keyword[0]]?.(this, keyword, value, node) ?? [];
  }

  /** Whether a value matches a schema; undefined if that depends on a schema that is not known. */
  matches(number: number, value: Value) {
    return matchOf(this.find(number, value));
  }

  /** Yields errors about a part of a value. */
  *below(step: InstanceStep, number: number, value: Value) {
    for (const error of this.find(number, value)) {
      error.path.unshift(step);
      yield error;
    }
  }
}

export function errorOf(node: Keyword[], [keyword, value, text]: Keyword, instance: Value, more: Partial<SchemaError> = {}): SchemaError {
  return { keyword, value, text, node, instance, path: [], isName: false, context: [], ...more };
}

export function isUnknown({ keyword }: SchemaError) {
  return keyword === "unresolved";
}

/** Whether a value with these errors matches a schema; undefined if that is not known. */
export function matchOf(errors: Iterable<SchemaError>) {
  let matches = true as boolean | undefined;
  for (const error of errors) {
    if (!isUnknown(error)) return false;
    matches = undefined;
  }
  return matches;
}

const entries: WeakMap<YamlMap, Map<string, Value>> = new WeakMap();

/** Returns the values of a map by their keys, which are strings in JSON; undefined for other values. */
export function entriesOf(value: Value) {
  if (!(value instanceof YamlMap)) return undefined;
  const known = entries.get(value) ?? new Map(value.items.map((item) => [keyText(item.key), item.value]));
  entries.set(value, known);
  return known;
}

/** Returns the value of a keyword of a schema. */
export function valueOf(node: Node, name: string) {
  return typeof node === "boolean" ? undefined : node.find(([each]) => each === name)?.[1];
}

const patterns: Map<string, RegExp | undefined> = new Map();

/** Whether a text matches a pattern; every text matches one that is not valid. */
export function isMatch(pattern: string, text: string) {
  if (!patterns.has(pattern)) patterns.set(pattern, compiled(pattern));
  return patterns.get(pattern)?.test(text) ?? true;
}

function compiled(pattern: string) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // without the flag, more is allowed
    }
  }
  return undefined;
}

/** Whether a schema declares a key by name or by pattern. */
export function isDeclared(node: Node, key: string) {
  return (valueOf(node, "properties") ?? []).some(([name, inner]: [string | null, number]) =>
    (name === null ? inner === hash(key) : name === key))
    || (valueOf(node, "patternProperties") ?? []).some(([pattern]: [string]) => isMatch(pattern, key));
}

/**
 * Returns the keys of a map, or the indexes of an array, that a schema has evaluated, which the value matches.
 *
 * @param isOutermost whether `unevaluatedProperties` or `unevaluatedItems` of the schema itself is what asks
 */
export function evaluated(schemas: Schemas, value: YamlMap | YamlArray, node: Node, isOutermost = false): Set<string | number> {
  const [all, rest] = value instanceof YamlMap ? ["additionalProperties", "unevaluatedProperties"] : ["items", "unevaluatedItems"];
  const hasAll = [all, "unresolved", ...(isOutermost ? [] : [rest])].some((name) => valueOf(node, name) !== undefined);
  const parts = value instanceof YamlMap ? entriesOf(value)?.keys() ?? [] : value.items.keys();
  const own = [...parts].filter((part) => hasAll || isEvaluated(schemas, value, node, part));
  return new Set([...own, ...(hasAll ? [] : applied(schemas, value, node).flatMap((each) => [...evaluated(schemas, value, each)]))]);
}

/**
 * Whether a keyword of a schema is about one part of a value.
 *
 * @param part a key or an index
 */
function isEvaluated(schemas: Schemas, value: YamlMap | YamlArray, node: Node, part: string | number) {
  if (typeof part === "string") return isDeclared(node, part);
  const [contained] = valueOf(node, "contains") ?? [];
  return part < (valueOf(node, "prefixItems")?.length ?? 0)
    || (contained !== undefined && schemas.matches(contained, value.items[part].value) !== false);
}

/** Returns the schemas within a schema for the same value that the value matches. */
function applied(schemas: Schemas, value: Value, node: Node): Node[] {
  const matching = ["allOf", "anyOf", "oneOf"].flatMap((name) => valueOf(node, name) ?? [])
    .filter((number) => schemas.matches(number, value) !== false);
  const dependent = (valueOf(node, "dependentSchemas") ?? [])
    .flatMap(([key, number]: [string, number]) => (entriesOf(value)?.has(key) ? [number] : []));
  const reference = valueOf(node, "$ref");
  const [condition, then, otherwise] = valueOf(node, "if") ?? [];
  const holds = condition === undefined ? undefined : schemas.matches(condition, value);
  const chosen = condition === undefined ? [] : [...(holds !== false ? [condition, then] : []), ...(holds ? [] : [otherwise])];
  return [...(reference === undefined ? [] : [reference]), ...matching, ...dependent, ...chosen].map((number) => schemas.nodes[number]);
}
