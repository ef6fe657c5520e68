/** Functions on text, without the page. */

/**
 * Returns a label with the values of its placeholders: `{shown} of {total}`.
 *
 * @param {string} label
 * @param {Record<string, string | number>} values by the names of the placeholders; unknown ones stay
 */
export function fill(label, values) {
  return label.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/**
 * Returns text without case and accents, as the filter compares it.
 *
 * @param {string} text
 */
export function normalize(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Returns the normalized words of a query.
 *
 * @param {string} query
 */
export function queryWords(query) {
  return normalize(query).split(/\s+/).filter(Boolean);
}

/**
 * Returns whether normalized text contains all words of a query. A word such as `=8443` stands for a whole default.
 *
 * @param {string} text
 * @param {readonly string[]} words
 */
export function hasWords(text, words) {
  return words.every((word) => text.includes(word.startsWith("=") && word.length > 1 ? ` ${word} ` : word));
}

/**
 * Returns the element id that a hash names, or the empty string.
 *
 * @param {string} hash with its `#`, percent-encoded
 */
export function idOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return ""; // the link of another site may have any text
  }
}

/**
 * Returns the lines of text; none if it is empty or missing.
 *
 * @param {string | undefined} text
 */
export function lines(text) {
  return text ? text.split("\n") : [];
}
