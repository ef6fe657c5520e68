import { YamlArray, YamlMap, defaultItem, type Scalar, type Value } from "./values.ts";
import { keyText } from "./written.ts";

const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

/** Returns the value that JSON of the build stands for; see `show/my_values.py`. */
export function decoded(json: unknown): Value {
  if (typeof json === "number") return Number.isInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return new YamlArray(json.map((each) => defaultItem(null, decoded(each))));
  if (typeof json !== "object" || json === null) return json as Scalar;
  const { $i, $f, $m } = json as { $i?: string, $f?: string, $m?: [unknown, unknown][] };
  if ($i !== undefined) return BigInt($i);
  if ($f !== undefined) return Number($f.replace("inf", "Infinity"));
  const entries = $m ?? Object.entries(json);
  return new YamlMap(entries.map(([key, value]) => defaultItem(decoded(key) as Scalar, decoded(value))));
}

/** Returns a key as the anchors of fields have it; see `Path.anchor`. */
export function escaped(key: Scalar) {
  const tags: Record<string, string> = { boolean: "bool", bigint: "int", number: "float", object: "null" };
  const text = typeof key === "string" ? key : `!!${tags[typeof key]} ${keyText(key)}`;
  const bytes = (character: string) => [...new TextEncoder().encode(character)]
    .map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return text.replace(/[^A-Za-z0-9_-]/gu, bytes) || "~";
}

/** Returns the 32-bit FNV-1a hash of a key. */
export function hash(text: string) {
  let value = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, FNV_PRIME) >>> 0;
  return value;
}
