import { finding, phrase } from "./findings.js";
import { UNCERTAIN, defaultOf } from "./field.js";
import { YamlMap, copyOf, keyId, kindOf, stepsIn } from "./values.js";
import { keyText } from "./written.js";

/** @import { Field } from "./field.js" */
/** @import { Finding } from "./findings.js" */
/** @import { Item, Step, Value } from "./values.js" */

/**
 * Merges a document onto the values before it, in place: maps are merged, all other values replace those there.
 *
 * @param {YamlMap} left
 * @param {YamlMap} right
 * @param {Field | undefined} field of the map
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* mergeInto(left, right, field, path = []) {
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

/**
 * Returns two maps together, of which the second one takes precedence; maps in both are merged as well.
 *
 * @param {YamlMap} below
 * @param {YamlMap} above
 */
export function mergeMaps(below, above) {
  const items = new Map(below.items.map((item) => [keyText(item.key), item]));
  for (const item of above.items) {
    const id = keyText(item.key);
    const old = items.get(id)?.value;
    const { value } = item;
    items.set(id, old instanceof YamlMap && value instanceof YamlMap ? { ...item, value: mergeMaps(old, value) } : copied(item));
  }
  return new YamlMap([...items.values()]);
}

/**
 * Returns the finding about a map for a value that is none.
 *
 * @param {Value} old
 * @param {number} line
 * @param {Step[]} path
 */
export function wrongKind(old, line, path) {
  return finding("overlay-wrong-kind", line, { found: "map", expected: kindOf(old), says: "mustBe", kinds: phrase(kindOf(old)), value: phrase("map") }, path);
}

/**
 * Whether a map takes the place of a value that is none, instead of not fitting there.
 *
 * @param {Field | undefined} field
 * @param {Value} old
 */
function isReplaced(field, old) {
  if (!field || old instanceof YamlMap) return false;
  return field.isMixed || !(field.kinds.includes("map") || field.kinds.includes("any"));
}

/**
 * @param {Item} item
 * @returns {Item}
 */
function copied(item) {
  return { ...item, value: copyOf(item.value) };
}

/**
 * Gives maps the declared keys that they lack, with their defaults, in place.
 *
 * @param {Value} value
 * @param {Field} field
 */
export function complete(value, field) {
  for (const { item, field: inner } of field.knownItemsOf(value, [])) complete(item.value, inner);
  if (!(value instanceof YamlMap) || !field.kinds.includes("map")) return;
  const keys = new Set(value.items.map(({ key }) => keyId(key)));
  value.items.push(...field.fields.filter((each) => !each.isAbsent && !keys.has(keyId(each.key))).map(defaultOf));
}

/**
 * Drops all but the last item of each key, in place, and yields a warning about each that takes the place of another.
 *
 * @param {Value} value
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* dropRepeated(value, path = []) {
  if (value instanceof YamlMap) {
    /** @type {Map<string, Item>} */
    const kept = new Map();
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

/**
 * Yields warnings about deprecated fields that a document sets.
 *
 * @param {Value} value
 * @param {Field} field
 * @param {Step[]} path
 * @returns {Generator<Finding>}
 */
export function* deprecations(value, field, path = []) {
  for (const { item, field: known, path: inner } of field.knownItemsOf(value, path)) {
    if (known.hasKey && known.deprecated !== undefined && known.removed === undefined) {
      yield finding("deprecated-field-set", item.line, { hint: known.deprecated }, inner);
    }
    yield* deprecations(item.value, known, inner);
  }
}
