/** Search of fields as the filter of a page finds them, the best first. */
import { FACETS, formsOf, hasWords, isFacet, normalize, queryWords } from "./text.ts";

const LAST_KEY = 6; // points for a word in the last key of a path,
const WHOLE_KEY = 6; // for one that is that key,
const START = 3; // for one at the start of a key or of a hump,
const PATH = 2; // and for one in the path at all

/** A field; its text is normalized once. */
type Found = { path: string, about?: string, facets?: string, text?: string };

/**
 * Returns the points of a word in a path.
 *
 * @param word normalized
 */
function pointsIn(word: string, path: string) {
  const last = path.slice(path.lastIndexOf(".") + 1);
  const parts = path.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").split(/[^\p{L}\d]+/u).map(normalize);
  return (normalize(path).includes(word) ? PATH : 0) + (normalize(last).includes(word) ? LAST_KEY : 0)
    + (normalize(last) === word ? WHOLE_KEY : 0) + (parts.some((part) => part.startsWith(word)) ? START : 0);
}

/**
 * Returns the points of the form of a word that has the most.
 *
 * @param word normalized
 */
function bestPoints(word: string, path: string) {
  return Math.max(...formsOf(word).map((form) => pointsIn(form, path)));
}

/**
 * Whether the letters of a word are in a path, in their order, and those between two dots in one key: `prx.svc`.
 *
 * @param word normalized
 * @param path normalized
 */
function isAbbreviation(word: string, path: string) {
  const keys = path.split(".");
  return word.split(".").every((part) => {
    const letters = [...part];
    while (keys.length) {
      let at = -1;
      const key = keys.shift() ?? "";
      if (letters.every((letter) => { at = key.indexOf(letter, at + 1); return at >= 0; })) return true;
    }
    return false;
  });
}

function textOf(field: Found) {
  field.text ??= `${normalize(`${field.path} ${field.about ?? ""}`)}${FACETS} ${normalize(field.facets ?? "")} `;
  return field.text;
}

/**
 * Returns the fields that have all words of a query, in any order, in their paths or descriptions; those in paths first. If there
 * is none, words may be abbreviations of paths.
 */
export function bestMatches<T extends Found>(query: string, list: readonly T[]) {
  const words = queryWords(query);
  const plain = words.filter((word) => !isFacet(word));
  let found = list.filter((field) => hasWords(textOf(field), words));
  if (!found.length && plain.length) {
    const facets = words.filter(isFacet);
    const path = (field: Found) => normalize(field.path);
    found = list.filter((field) => hasWords(textOf(field), facets) && plain.every((word) => isAbbreviation(word, path(field))));
  }
  const points = new Map(found.map((field) =>
    [field, plain.reduce((sum, word) => sum + bestPoints(word, field.path), 0) - field.path.split(".").length / 2]));
  return found.sort((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0));
}
