import { YamlArray, YamlMap } from "./values.js";

/** @import { Scalar, Value } from "./values.js" */

/**
 * Returns a value as findings show it, which is how Starlark writes it: `["a", 1]`, `None`, `"text"`.
 *
 * @param {Value} value
 * @returns {string}
 */
export function written(value) {
  if (typeof value === "string") return quoted(value);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return shortFloat(value);
  if (value instanceof YamlArray) return `[${value.items.map((item) => written(item.value)).join(", ")}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${written(item.key)}: ${written(item.value)}`).join(", ")}}`;
  }
  return String(value);
}

/**
 * Returns a value as JSON.
 *
 * @param {Value} value
 * @returns {string}
 */
export function jsonText(value) {
  if (value instanceof YamlArray) return `[${value.items.map((item) => jsonText(item.value)).join(", ")}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${quoted(keyText(item.key))}: ${jsonText(item.value)}`).join(", ")}}`;
  }
  if (typeof value !== "number") return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  return Number.isFinite(value) ? floatText(value) : String(value);
}

/**
 * Returns a string with the escapes of JSON; a delete character is none in JSON, but the engine has no escape either.
 *
 * @param {string} text
 */
function quoted(text) {
  return JSON.stringify(text);
}

/**
 * Returns a number with as many digits as it needs.
 *
 * @param {number} value
 */
export function shortFloat(value) {
  return floatText(value).replace(/^(-?)\.|\.0$/, "$1");
}

/**
 * Returns a key as YAML.
 *
 * @param {Scalar} key
 */
export function keyText(key) {
  return typeof key === "number" ? floatText(key) : String(key);
}

/**
 * Returns a float with as many digits as it needs.
 *
 * @param {number} value
 */
function floatText(value) {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  if (Object.is(value, -0)) return "-0.0";
  const power = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits, exponent] = value.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
