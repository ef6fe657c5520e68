/** Scalars as ytt reads them: words of YAML 1.1, integers of 64 bits, no dates and no sexagesimal numbers. */

import type { Scalar } from "./values.ts";

const VALUES: [words: string, value: Scalar][] = [
  ["y Y yes Yes YES true True TRUE on On ON", true],
  ["n N no No NO false False FALSE off Off OFF", false],
  [" ~ null Null NULL", null], // the empty text, too
  [".nan .NaN .NAN", NaN],
  [".inf .Inf .INF +.inf +.Inf +.INF", Infinity],
  ["-.inf -.Inf -.INF", -Infinity],
];
const WORDS = new Map(VALUES.flatMap(([words, value]) =>
  words.split(" ").map((word) => [word, value] as [string, Scalar])));
const OF_YAML_1_1 = /^(?:[yn]|yes|no|on|off)$/i;
const MAYBE_NUMBER = /^[-+.0-9]/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const PREFIXED = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d*)?(?:Z|[-+]\d{2}:\d{2})?)?$/;
const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 64n - 1n;
const LONGEST = 24; // characters; a longer integer is a float anyway
const TAG = "tag:yaml.org,2002:";

/**
 * Returns the value of a plain scalar without a tag.
 *
 * @param isCore whether `yes` and the like are strings, as in YAML 1.2
 */
export function resolve(text: string, isCore = false): Scalar {
  if (isCore && OF_YAML_1_1.test(text)) return text;
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  return MAYBE_NUMBER.test(text) ? number(text) : text;
}

function number(text: string) {
  if (text[0] === ".") return FLOAT.test(text) ? Number(text) : text;
  const plain = text.replaceAll("_", "");
  const integer = whole(plain);
  if (integer !== undefined && SMALLEST <= integer && integer <= LARGEST) return integer;
  if (!FLOAT.test(plain)) return text;
  const float = Number(plain);
  return Number.isFinite(float) ? float : text;
}

function whole(plain: string) {
  if (DECIMAL.test(plain)) return plain.length < LONGEST ? BigInt(plain.replace("+", "")) : undefined;
  const [, sign, hexadecimal, binary, octal] = PREFIXED.exec(plain) ?? [];
  const digits = hexadecimal ? `0x${hexadecimal}` : binary ? `0b${binary}` : octal && `0o${octal}`;
  if (!digits) return undefined;
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}

const FITS: Record<string, (value: Scalar, text: string) => boolean> = {
  str: () => true,
  int: (value) => typeof value === "bigint",
  float: (value) => typeof value === "number",
  bool: (value) => typeof value === "boolean",
  null: (value) => value === null,
  timestamp: (_, text) => TIMESTAMP.test(text),
};

/**
 * Returns the value of a scalar with a tag, or the code of what is wrong with it.
 *
 * @param tag in its long form
 * @param isPlain whether it has no quotes
 */
export function resolveTagged(tag: string, text: string, isPlain: boolean): { value: Scalar } | { code: string, tag: string } {
  const kind = tag.startsWith(TAG) ? tag.slice(TAG.length) : "";
  if (kind === "binary") return decoded(text);
  if (!Object.hasOwn(FITS, kind)) return { value: text };
  const value = text || isPlain || kind === "null" ? converted(resolve(text), kind) : text;
  if (!FITS[kind](value, text)) return { code: "wrong-tag", tag: `!!${kind}` };
  return { value: kind === "str" || kind === "timestamp" ? text : value };
}

function converted(value: Scalar, kind: string) {
  return kind === "float" && typeof value === "bigint" ? Number(value) : value;
}

function decoded(text: string) {
  try {
    const letters = text.replace(/[^A-Za-z0-9+/=\u0080-\uffff]/g, "");
    if (letters.length % 4) throw new RangeError("the padding is missing");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    return { value: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { code: "not-base64", tag: "" };
  }
}
