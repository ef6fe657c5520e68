import { finding, type Finding } from "./findings.ts";
import { UNCERTAIN, type Field } from "./field.ts";
import { mergeMaps } from "./merge.ts";
import { didYouMean } from "./suggest.ts";
import { mismatch } from "./types.ts";
import { NOWHERE, YamlMap, copyOf, itemAt, itemsAlong, kindOf, type Item, type Step, type Value } from "./values.ts";
import { keyText, shortText } from "./written.ts";
import type { Part } from "./instances.ts";

const GLOBAL = "global";

/**
 * Merges the defaults of a chart into values, in place, as Helm does; see `merge/charts.py` of the engine.
 *
 * @param parts the charts in it; undefined within the values of one chart
 */
export function* mergeDefaults(given: YamlMap, defaults: Value, parts: Part[] | undefined, path: Step[] = []): Generator<Finding> {
  const inner = partsByKey(parts);
  const items = new Map(given.items.map((item) => [keyText(item.key), item]));
  for (const known of defaults instanceof YamlMap ? defaults.items : []) {
    const key = keyText(known.key);
    const [item, below] = [items.get(key), [...path, known.key]];
    if (!item || (item.value === null && inner.has(key))) items.set(key, { ...known, value: copyOf(known.value) });
    else if (item.value !== null) yield* mergeItem(item, known.value, inner.get(key), below, !parts);
    else if (parts || known.value !== null) items.delete(key);
  }
  given.items = [...items.values()];
}

function partsByKey(parts: Part[] | undefined = []) {
  return new Map(parts.map(([key, { p = [] }]) => [key, p]));
}

/**
 * Merges the default of one key; see `mergeDefaults`.
 *
 * @param isInner whether the values around it are within those of one chart
 */
function* mergeItem({ value, line, valueLine }: Item, known: Value, parts: Part[] | undefined, path: Step[], isInner: boolean): Generator<Finding> {
  const [isMap, wasMap] = [value instanceof YamlMap, known instanceof YamlMap];
  if (value instanceof YamlMap && wasMap) yield* mergeDefaults(value, known, parts, path);
  else if (parts) yield finding("values-not-a-map", line, { found: shortText(value) }, path);
  else if (isMap && known !== null) yield finding("chart-map-for-value", line, { found: "map", expected: kindOf(known) }, path);
  else if (wasMap && isInner) yield finding("chart-value-for-map", valueLine, { found: shortText(value) }, path);
}

/** Returns the values of a chart in another one with the global ones, of which the outer ones take precedence. */
export function withShared(value: YamlMap, shared: Value | undefined) {
  const own = itemAt(value, GLOBAL)?.value;
  if (!(shared instanceof YamlMap) || (own !== undefined && !(own instanceof YamlMap))) return value;
  const both = mergeMaps(own ?? new YamlMap([]), shared);
  return new YamlMap([...value.items.filter(({ key }) => key !== GLOBAL), { key: GLOBAL, value: both, line: NOWHERE, valueLine: NOWHERE }]);
}

/**
 * Whether a chart in another one is on.
 *
 * @param root the values of the outermost chart
 */
export function isEnabled([, , conditions = [], tags = []]: Part, root: Value) {
  for (const keys of conditions) {
    const items = [...itemsAlong(root, keys)];
    const value = items[keys.length - 1]?.value;
    if (typeof value === "boolean") return value;
  }
  const switches = itemAt(root, "tags")?.value;
  const known = tags.map((tag) => switches && itemAt(switches, tag)?.value);
  return known.includes(true) || !known.includes(false);
}

/** Returns the keys of the values that turn charts on and off. */
export function switchesOf(parts: Part[] | undefined = []) {
  return parts.flatMap(([, , conditions = [], tags = []]) => [...conditions.flat(), ...tags, ...(tags.length ? ["tags"] : [])]);
}

/** Yields the values of other types than comments say. */
export function* byComments(field: Field, value: Value, line: number = NOWHERE, path: Step[] = []): Generator<Finding> {
  if (value === null || value === "") return; // which often stand for no value
  const isOfType = !field.data.y || field.kinds.includes("any") || field.takes(kindOf(value));
  if (!isOfType) yield mismatch(value, field, line, path);
  for (const { item, field: inner, path: below } of field.knownItemsOf(value, path)) {
    yield* byComments(inner, item.value, item.valueLine, below);
  }
}

/**
 * Yields a warning about each key that is probably misspelt: an open map takes it, and nothing uses it.
 *
 * @param commentedOut keys that comments of the chart show
 */
export function* misspelt(field: Field, value: Value, commentedOut: ReadonlySet<string>, path: Step[] = []): Generator<Finding> {
  if (!(value instanceof YamlMap)) return;
  const { names } = field;
  for (const { item, field: declared, path: inner } of field.itemsOf(value, path)) {
    if (declared === UNCERTAIN) continue;
    if (declared) {
      yield* misspelt(declared, item.value, commentedOut, inner);
      continue;
    }
    const key = keyText(item.key);
    const hint = commentedOut.has(key) || names.includes(key) ? undefined : didYouMean(key, names);
    if (hint) yield finding("chart-unknown-key", item.line, { hint }, inner);
  }
}
