/** Functions on text, without the page. */

/**
 * Returns a label with the values of its placeholders: `{shown} of {total}`.
 *
 * @param values by the names of the placeholders; unknown ones stay
 */
export function fill(label: string, values: Record<string, string | number>) {
  return label.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** Returns text without case and accents, as the filter compares it. */
export function normalize(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns the normalized words of a query. */
export function queryWords(query: string) {
  return normalize(query).split(/\s+/).filter(Boolean);
}

/** What separates the text of a field from its facets, such as `is:required type:string =8443`. */
export const FACETS = "\u0000";

const FACET = /^(?:is:|type:|=.)/;

/** Whether a word of a query is a facet, which is not in the text of a field. */
export function isFacet(word: string) {
  return FACET.test(word);
}

/** Endings of English words, each with what other forms have in its place; nothing leaves a stem. */
const ENDINGS = [
  [/ies$/, ["y", "ied"]], [/ied$/, ["y", "ies"]], [/(?<=[^aeiou])y$/, ["ies", "ied"]], [/(?<=...)(?:ing|ed)$/, [""]], [/(?<=[^s])s$/, [""]],
] as const;

/**
 * Returns the forms of a word of a query that text may contain: of `retry` also `retries` and `retried`, but not the beginning that
 * it shares with `retrieve`.
 */
export function formsOf(word: string): string[] {
  const [ending, others] = ENDINGS.find(([each]) => each.test(word)) ?? ["", []];
  return word.length < 4 || !/^[a-z]+$/.test(word) ? [word] : [word, ...others.map((other) => word.replace(ending, other))];
}

/**
 * Returns whether normalized text contains all words of a query, or other forms of them. A word such as `=8443` stands for a whole default.
 *
 * @param text may have facets at its end
 */
export function hasWords(text: string, words: readonly string[]) {
  const [plain, facets = ""] = text.split(FACETS);
  const hasFacet = (word: string) => facets.includes(word.startsWith("=") ? ` ${word} ` : word);
  return words.every((word) => (isFacet(word) ? hasFacet(word) : formsOf(word).some((form) => plain.includes(form))));
}

/**
 * Returns the element id that a hash names, or the empty string.
 *
 * @param hash with its `#`, percent-encoded
 */
export function idOf(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return ""; // the link of another site may have any text
  }
}

/** Returns the lines of text; none if it is empty or missing. */
export function lines(text: string | undefined) {
  return text ? text.split("\n") : [];
}
