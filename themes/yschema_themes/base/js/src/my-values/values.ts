/**
 * Values as the checker sees them: strings, booleans, null, integers as `bigint`, floats as `number`, and the two classes
 * below. JavaScript alone would not tell 3 from 3.0, and would round large integers.
 */

export type Scalar = string | boolean | null | bigint | number;
export type Value = Scalar | YamlMap | YamlArray;

/**
 * An entry of a map or an array, where the key is null, with the lines of the entry and of its value; whether a map has it by
 * `<<`.
 */
export type Item = { key: Scalar, value: Value, line: number, valueLine: number, isMerged?: boolean };
/** One step of a path. */
export type Step = Scalar | { index: number };

class Collection {
  items: Item[];

  constructor(items: Item[]) {
    this.items = items;
  }
}

export class YamlMap extends Collection {}

export class YamlArray extends Collection {}

/** The line of what is not in the text of the reader; the first line is 1. */
export const NOWHERE = 0;

const KINDS: Record<string, string> = { string: "string", boolean: "boolean", bigint: "integer", number: "float" };

/** Returns the name of the type of a value. */
export function kindOf(value: Value) {
  if (value === null) return "null";
  if (value instanceof YamlMap) return "map";
  return value instanceof YamlArray ? "array" : KINDS[typeof value];
}

/** Whether a value is a map or an array. */
export function isCollection(value: Value): value is YamlMap | YamlArray {
  return value instanceof Collection;
}

/** Returns a text that only equal keys share: 1, 1.0, true and "1" are four keys. */
export function keyId(key: Scalar) {
  return `${typeof key} ${String(key)}`;
}

export function isIndex(step: Step): step is { index: number } {
  return typeof step === "object" && step !== null;
}

/** Returns an item that is not in the text of the reader. */
export function defaultItem(key: Scalar, value: Value): Item {
  return { key, value, line: NOWHERE, valueLine: NOWHERE };
}

/**
 * Returns the item that a step of a path leads to; of several with the same key, the last one.
 *
 * @param idOf returns a text that only keys share which count as equal
 */
export function itemAt(value: Value, step: Step, idOf: (key: Scalar) => string = keyId) {
  if (isIndex(step)) return value instanceof YamlArray ? value.items[step.index] : undefined;
  const id = idOf(step);
  return value instanceof YamlMap ? value.items.findLast(({ key }) => idOf(key) === id) : undefined;
}

/**
 * Yields the items that the steps of a path lead to, as far as the value has them.
 *
 * @param idOf see `itemAt`
 */
export function* itemsAlong(value: Value, path: readonly Step[], idOf?: (key: Scalar) => string) {
  for (const step of path) {
    const item = itemAt(value, step, idOf);
    if (!item) return;
    yield item;
    value = item.value;
  }
}

/** Returns the items of a map or an array, each with the step that leads to it. */
export function stepsIn(value: Value): { item: Item, step: Step }[] {
  if (!isCollection(value)) return [];
  return value.items.map((item, index) => ({ item, step: value instanceof YamlMap ? item.key : { index } }));
}

/** Returns a copy with new maps, arrays and items. */
export function copyOf<V extends Value>(value: V): V {
  if (!isCollection(value)) return value;
  const items = value.items.map((item) => ({ ...item, value: copyOf(item.value) }));
  return (value instanceof YamlMap ? new YamlMap(items) : new YamlArray(items)) as V;
}
