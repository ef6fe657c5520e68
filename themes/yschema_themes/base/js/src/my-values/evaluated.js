import { entriesOf, isDeclared, valueOf } from "./json-schema.js";
import { YamlMap } from "./values.js";

/** @import { Node, Schemas } from "./json-schema.js" */
/** @import { YamlArray, Value } from "./values.js" */

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
