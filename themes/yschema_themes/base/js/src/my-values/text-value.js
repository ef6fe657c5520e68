import { resolve } from "./scalars.js";
import { YamlArray, YamlMap } from "./values.js";
import { keyText } from "./written.js";

/** @import { Value } from "./values.js" */

const PLAIN = /^[A-Za-z_./][\w./@+-]*(?: [\w./@+-]+)*$/;

/**
 * Returns a value as YAML on one line.
 *
 * @param {Value} value
 * @returns {string}
 */
export function yamlText(value) {
  if (value instanceof YamlArray) return `[${value.items.map((item) => yamlText(item.value)).join(", ")}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${yamlText(item.key)}: ${yamlText(item.value)}`).join(", ")}}`;
  }
  if (value === null) return "null";
  if (typeof value !== "string") return keyText(value);
  return PLAIN.test(value) && typeof resolve(value) === "string" ? value : JSON.stringify(value);
}
