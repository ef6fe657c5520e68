import { finding, listing, oneOf, phrase, wrongType, type Finding, type Part } from "./findings.ts";
import { Field } from "./field.ts";
import { didYouMean } from "./suggest.ts";
import { YamlMap, isCollection, kindOf, type Item, type Step, type Value } from "./values.ts";
import { keyText } from "./written.ts";

const UNQUOTED = /^(?:-?[0-9]+(?:\.[0-9]+)?|true|false)$/i;
const SCALARS = ["integer", "float", "boolean"];

/** How to write a value of the wrong type. */
const HINTS: [isApt: (value: Value, kinds: readonly string[]) => boolean, hint: Part][] = [
  [(value) => value === null, phrase("removeKey")],
  [(value, kinds) => kinds.includes("string") && !isCollection(value), phrase("quote")],
  [(value, kinds) => typeof value === "string" && UNQUOTED.test(value) && SCALARS.some((kind) => kinds.includes(kind)), phrase("unquote")],
  [(value, kinds) => kinds.includes("array") && !isCollection(value), phrase("list")],
];

/**
 * Yields what is wrong with the types and keys of a value, in the order of the document.
 *
 * @param above the map around the value
 */
export function* checkTypes(value: Value, field: Field, line: number, path: Step[] = [], above?: Field): Generator<Finding> {
  if (field.kinds.includes("any")) return;
  if (!field.takes(kindOf(value))) {
    yield mismatch(value, field, line, path);
    return;
  }
  const around = value instanceof YamlMap ? field : above;
  for (const { item, field: declared, path: inner } of field.itemsOf(value, path)) {
    if (!declared) yield unknownKey(item, field, inner, above);
    else if (declared instanceof Field) yield* checkDeclared(item, declared, inner, around);
  }
}

function* checkDeclared({ key, value, line, valueLine }: Item, field: Field, path: Step[], around: Field | undefined) {
  if (field.removed === undefined) yield* checkTypes(value, field, valueLine, path, around);
  else yield finding("removed-field-set", line, { found: keyText(key), hint: field.removed }, path);
}

export function mismatch(value: Value, { kinds }: Field, line: number, path: Step[]) {
  const [, hint] = HINTS.find(([isApt]) => isApt(value, kinds)) ?? [];
  return finding("type-mismatch", line, { found: kindOf(value), expected: listing(kinds, "or"), hint, ...wrongType(kinds, value) }, path);
}

function unknownKey(item: Item, field: Field, path: Step[], above: Field | undefined) {
  const key = keyText(item.key);
  const quoting = typeof item.key !== "string" && field.isOpen ? phrase("quoteName") : undefined;
  const hint = () => quoting ?? suggestKey(key, field, above);
  return finding("unknown-key", item.line, { found: key, expected: () => knownKeys(field), hint }, path);
}

function knownKeys({ fields }: Field) {
  return oneOf(fields.filter(({ removed }) => removed === undefined).map(({ key, open }) => open?.w ?? keyText(key)).sort());
}

/** Returns a hint for an unknown key: a similar key of the map, or of a map around or below it. */
function suggestKey(key: string, field: Field, above: Field | undefined) {
  const holder = field.fields.find(({ fields }) => fields.some((inner) => inner.key === key));
  if (holder) return phrase("moveIn", { key, parent: keyText(holder.key) });
  if (above?.fields.some((each) => each.key === key)) return phrase("moveUp", { key });
  return didYouMean(key, field.names);
}
