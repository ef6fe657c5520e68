import { hasFormat } from "./formats.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a text has a format of JSON Schema, as the library of the engine sees it.
 *
 * @param {string} name
 * @param {string} text
 */
export function hasInstanceFormat(name, text) {
  if (name === "email" || name === "idn-email") return text.includes("@");
  return name === "uuid" ? UUID.test(text) : hasFormat(name, text);
}
