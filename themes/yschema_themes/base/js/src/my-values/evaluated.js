import { entriesOf, isDeclared, valueOf } from "./json-schema.js";

/** @import { Node, Schemas } from "./json-schema.js" */
/** @import { YamlArray, YamlMap, Value } from "./values.js" */

/**
 * Returns the keys of a map that a schema has evaluated, which the map matches.
 *
 * @param {Schemas} schemas
 * @param {YamlMap} map
 * @param {Node} node
 * @param {boolean} isOutermost whether `unevaluatedProperties` of the schema itself is what asks
 * @returns {Set<string>}
 */
export function evaluatedKeys(schemas, map, node, isOutermost = false) {
  const keys = [...entriesOf(map)?.keys() ?? []];
  const hasAll = valueOf(node, "additionalProperties") !== undefined || valueOf(node, "unresolved") !== undefined
    || (!isOutermost && valueOf(node, "unevaluatedProperties") !== undefined);
  const inner = hasAll ? [] : applied(schemas, map, node).flatMap((each) => [...evaluatedKeys(schemas, map, each)]);
  return new Set([...keys.filter((key) => hasAll || isDeclared(node, key)), ...inner]);
}

/**
 * Returns the indexes of the items of an array that a schema has evaluated, which the array matches.
 *
 * @param {Schemas} schemas
 * @param {YamlArray} array
 * @param {Node} node
 * @param {boolean} isOutermost whether `unevaluatedItems` of the schema itself is what asks
 * @returns {Set<number>}
 */
export function evaluatedIndexes(schemas, array, node, isOutermost = false) {
  const hasAll = valueOf(node, "items") !== undefined || valueOf(node, "unresolved") !== undefined
    || (!isOutermost && valueOf(node, "unevaluatedItems") !== undefined);
  const [contained] = valueOf(node, "contains") ?? [];
  const first = valueOf(node, "prefixItems")?.length ?? 0;
  const inner = applied(schemas, array, node).flatMap((each) => [...evaluatedIndexes(schemas, array, each)]);
  const known = array.items.flatMap((item, index) => {
    const isKnown = hasAll || index < first || (contained !== undefined && schemas.matches(contained, item.value) !== false);
    return isKnown ? [index] : [];
  });
  return new Set([...known, ...inner]);
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
