import { YamlArray, YamlMap, keyId, kindOf, type Value } from "./values.ts";

/** Whether two values are equal in YAML: 3 is 3.0, true is not 1, and the keys of maps have no order. */
export function areEqual(one: Value, other: Value): boolean {
  return identityOf(one) === identityOf(other);
}

/** Whether an array has an item that is equal to a value. */
export function isAmong(value: Value, array: Value) {
  return array instanceof YamlArray && array.items.some((item) => areEqual(value, item.value));
}

/** Returns the first item of an array whose value is that of an item before it. */
export function repeatedItem({ items }: YamlArray) {
  const seen = new Set();
  return items.find(({ value }) => seen.size === seen.add(identityOf(value)).size);
}

/** Returns a text that only equal values share. */
function identityOf(value: Value): string {
  if (value instanceof YamlArray) return `[${value.items.map((item) => identityOf(item.value)).join()}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${JSON.stringify(keyId(item.key))}:${identityOf(item.value)}`).sort().join()}}`;
  }
  if (!isNumber(value)) return JSON.stringify(value);
  return String(Number.isInteger(value) ? BigInt(value) : value);
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

/** Whether one value is less than another; undefined if they have no order. */
export function isLess(one: Value, other: Value): boolean | undefined {
  if (isNumber(one) && isNumber(other)) return one < other;
  return kindOf(one) === kindOf(other) ? ORDERS[kindOf(one)]?.(one, other) : undefined;
}

const ORDERS: Record<string, (one: any, other: any) => boolean | undefined> = {
  null: () => false,
  boolean: (one, other) => one < other,
  string: (one, other) => compareText(one, other) < 0,
  array: isArrayLess,
};

function isArrayLess(one: YamlArray, other: YamlArray) {
  const length = Math.min(one.items.length, other.items.length);
  for (let i = 0; i < length; i += 1) {
    const [left, right] = [one.items[i].value, other.items[i].value];
    if (!areEqual(left, right)) return isLess(left, right);
  }
  return one.items.length < other.items.length;
}

/** Compares texts by the numbers of their characters, which JavaScript does not do beyond the basic plane. */
export function compareText(one: string, other: string) {
  const [left, right] = [[...one], [...other]];
  for (let i = 0; i < left.length && i < right.length; i += 1) {
    if (left[i] !== right[i]) return (left[i].codePointAt(0) ?? 0) - (right[i].codePointAt(0) ?? 0);
  }
  return left.length - right.length;
}
