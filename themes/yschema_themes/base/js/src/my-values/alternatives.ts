import { decoded } from "./encoding.ts";
import { areEqual } from "./compare.ts";
import { entriesOf, type Node } from "./json-schema.ts";
import { suggest } from "./suggest.ts";
import { YamlMap, type Value } from "./values.ts";

/** The values of the keywords that hold for a value, by name; `never` if there is no valid value. */
type Keywords = Record<string, any[]>;

/** The alternatives that a map is meant to be. */
export interface Selection {
  indexes: number[];
  key?: string; // whose value selects no alternative
  values: Value[]; // that select one
  nearest?: number; // the alternative that declares most of the keys of the map
}

/**
 * Returns the alternatives that a map is meant to be, told apart by type and by keys with certain values, as the
 * engine does.
 *
 * @param numbers of the alternatives
 */
export function select(nodes: readonly Node[], numbers: readonly number[], map: YamlMap): Selection {
  const alternatives = numbers.map((number) => keywordsOf(nodes, [number]));
  let indexes = [...numbers.keys()].filter((index) => allowsMaps(alternatives[index]));
  const { properties = [] } = alternatives[indexes[0]] ?? {};
  for (const [key] of properties.flat()) {
    const lists = indexes.map((index) => listed(keywordsOf(nodes, numbersAt(key, alternatives[index]))));
    const value = entriesOf(map)?.get(key);
    const isRequired = indexes.every((index) => alternatives[index].required?.flat().includes(key));
    if (!lists.every((each) => each) || (value === undefined && !isRequired)) continue;
    const chosen = indexes.filter((_, at) => value !== undefined && has(lists[at], value));
    if (!chosen.length) return { indexes: chosen, key, values: lists.flatMap((each) => each ?? []) };
    indexes = chosen;
  }
  return { indexes, values: [], nearest: nearest(nodes, indexes.map((index) => [index, numbers[index]]), map) };
}

/**
 * Returns the index of the alternative that declares most of the keys of a map, also of misspelt ones; undefined if
 * several do.
 *
 * @param alternatives each with its index and the number of its schema
 */
function nearest(nodes: readonly Node[], alternatives: readonly number[][], map: YamlMap) {
  const keys = [...entriesOf(map)?.keys() ?? []];
  const counts = alternatives.map(([, number]) => {
    const known = declaredBy(nodes, number);
    return keys.filter((key) => known.includes(key) || suggest(key, known) !== undefined).length;
  });
  const most = Math.max(0, ...counts);
  return most && counts.filter((count) => count === most).length === 1 ? alternatives[counts.indexOf(most)][0] : undefined;
}

const IN_PLACE = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Returns the keys that a schema declares, and those of all schemas in it for the same value. */
function declaredBy(nodes: readonly Node[], number: number): string[] {
  const keys = new Set<string | null>();
  const all = new Set([number]);
  for (const each of all) {
    const node = nodes[each];
    for (const [name, value] of Array.isArray(node) ? node : []) {
      if (name === "properties") for (const [key, inner] of value) if (nodes[inner] !== false) keys.add(key);
      if (IN_PLACE.includes(name)) for (const inner of [value].flat(2)) all.add(inner);
    }
  }
  return [...keys].filter((key) => key !== null);
}

/** Returns the keywords of some schemas, and of those that they refer to or combine. */
function keywordsOf(nodes: readonly Node[], numbers: readonly number[]) {
  const keywords: Keywords = {};
  const all = new Set(numbers);
  for (const number of all) {
    const node = nodes[number];
    if (node === false) keywords.never = [];
    for (const [name, value] of typeof node === "boolean" ? [] : node) {
      (keywords[name] ??= []).push(value);
      if (name === "$ref" || name === "allOf") for (const inner of [value].flat()) all.add(inner);
    }
  }
  return keywords;
}

/** Returns the numbers of the schemas of the value at a key. */
function numbersAt(wanted: string, { properties = [] }: Keywords): number[] {
  return properties.flat().flatMap(([key, number]) => (key === wanted ? [number] : []));
}

function allowsMaps(keywords: Keywords) {
  return !keywords.never && (keywords.type ?? []).every((type) => [type].flat().includes("object"))
    && (listed(keywords)?.some((each) => each instanceof YamlMap) ?? true);
}

/** Returns the values that all of several schemas list; undefined if none of them lists values. */
function listed({ const: constants = [], enum: lists = [] }: Keywords): Value[] | undefined {
  const [first, ...others] = [...constants.map((value) => [value]), ...lists].map((each) => each.map(decoded));
  return first?.filter((value: Value) => others.every((each) => has(each, value)));
}

function has(values: readonly Value[] | undefined, value: Value) {
  return values?.some((each) => areEqual(each, value));
}
