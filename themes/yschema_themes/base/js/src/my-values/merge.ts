import { finding, phrase, type Finding } from "./findings.ts";
import { UNCERTAIN, defaultOf, type Field } from "./field.ts";
import { YamlMap, copyOf, keyId, kindOf, stepsIn, type Item, type Step, type Value } from "./values.ts";
import { keyText } from "./written.ts";

/**
 * Merges a document onto the values before it, in place: maps are merged, all other values replace those there.
 *
 * @param field of the map
 */
export function* mergeInto(left: YamlMap, right: YamlMap, field: Field | undefined, path: Step[] = []): Generator<Finding> {
  const items = new Map(left.items.map((item) => [keyId(item.key), item]));
  for (const item of right.items) {
    const old = items.get(keyId(item.key));
    const declared = field?.at(item.key);
    const known = declared === UNCERTAIN ? undefined : declared;
    if (!old) left.items.push(copied(item));
    else if (!(item.value instanceof YamlMap) || old.value === null || isReplaced(known, old.value)) {
      Object.assign(old, copied(item));
    } else if (old.value instanceof YamlMap) {
      yield* mergeInto(old.value, item.value, known, [...path, item.key]);
    } else {
      yield wrongKind(old.value, item.valueLine, [...path, item.key]);
    }
  }
}

/** Returns two maps together, of which the second one takes precedence; maps in both are merged as well. */
export function mergeMaps(below: YamlMap, above: YamlMap) {
  const items = new Map(below.items.map((item) => [keyText(item.key), item]));
  for (const item of above.items) {
    const id = keyText(item.key);
    const old = items.get(id)?.value;
    const { value } = item;
    items.set(id, old instanceof YamlMap && value instanceof YamlMap ? { ...item, value: mergeMaps(old, value) } : copied(item));
  }
  return new YamlMap([...items.values()]);
}

/** Returns the finding about a map for a value that is none. */
export function wrongKind(old: Value, line: number, path: Step[]) {
  return finding("overlay-wrong-kind", line, { found: "map", expected: kindOf(old), says: "mustBe", kinds: phrase(kindOf(old)), value: phrase("map") }, path);
}

/** Whether a map takes the place of a value that is none, instead of not fitting there. */
function isReplaced(field: Field | undefined, old: Value) {
  if (!field || old instanceof YamlMap) return false;
  return field.isMixed || !(field.kinds.includes("map") || field.kinds.includes("any"));
}

function copied(item: Item): Item {
  return { ...item, value: copyOf(item.value) };
}

/** Gives maps the declared keys that they lack, with their defaults, in place. */
export function complete(value: Value, field: Field) {
  for (const { item, field: inner } of field.knownItemsOf(value, [])) complete(item.value, inner);
  if (!(value instanceof YamlMap) || !field.kinds.includes("map")) return;
  const keys = new Set(value.items.map(({ key }) => keyId(key)));
  value.items.push(...field.fields.filter((each) => !each.isAbsent && !keys.has(keyId(each.key))).map(defaultOf));
}

/** Drops all but the last item of each key, in place, and yields a warning about each that takes the place of another. */
export function* dropRepeated(value: Value, path: Step[] = []): Generator<Finding> {
  if (value instanceof YamlMap) {
    const kept: Map<string, Item> = new Map();
    for (const item of value.items) {
      const id = keyId(item.key);
      const earlier = kept.get(id);
      if (earlier && !earlier.isMerged) yield finding("repeated-key-in-plain-values", item.line, {}, [...path, item.key]);
      kept.set(id, item);
    }
    value.items = [...kept.values()];
  }
  for (const { item, step } of stepsIn(value)) yield* dropRepeated(item.value, [...path, step]);
}

/** Yields warnings about deprecated fields that a document sets. */
export function* deprecations(value: Value, field: Field, path: Step[] = []): Generator<Finding> {
  for (const { item, field: known, path: inner } of field.knownItemsOf(value, path)) {
    if (known.hasKey && known.deprecated !== undefined && known.removed === undefined) {
      yield finding("deprecated-field-set", item.line, { hint: known.deprecated }, inner);
    }
    yield* deprecations(item.value, known, inner);
  }
}
