import { SHORTEST, distanceOf, mayBeNear, tolerance } from "./distance.js";
import { sizeOf } from "./values.js";

/** Suggestions for misspelt names: the name that was meant with near certainty, or none. The engine has the same. */

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[\p{L}\p{N}]+/gu;
const SEPARATORS = /[-_. ]/g;
const GENERIC = new Set(["count", "name", "number", "value", "list", "ref"]);
/** Words that tell names with few different letters apart. */
const OPPOSITES = [["min", "max"], ["enable", "disable"], ["allow", "deny"], ["before", "after"]];
const LONGEST = 100; // the length of the longest names that are compared

/**
 * Returns the known name that was meant; undefined if no name, or more than one, is nearly certain.
 *
 * @param {string} name
 * @param {readonly string[]} known
 */
export function suggest(name, known) {
  if (sizeOf(name) > LONGEST) return undefined;
  const names = [...new Set(known)]
    .filter((each) => each && sizeOf(each) <= LONGEST && each !== name && !isOpposite(name, each));
  for (const find of [sameLetters, nearest, sameWords, sameBeginning]) {
    const candidates = find(name, names);
    if (candidates.length) return candidates.length === 1 ? candidates[0] : withSameStart(name, candidates);
  }
  return undefined;
}

/**
 * Whether one name begins with a word, and the other one with its opposite.
 *
 * @param {string} name
 * @param {string} other
 */
function isOpposite(name, other) {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()];
  return OPPOSITES.some(([first, second]) =>
    (one.startsWith(first) && two.startsWith(second)) || (one.startsWith(second) && two.startsWith(first)));
}

/** @typedef {(name: string, names: readonly string[]) => string[]} Find */

/** @type {Find} */
function sameLetters(name, names) {
  const letters = plain(name);
  const same = names.filter((each) => plain(each) === letters);
  if (same.length) return same;
  const alike = names.filter((each) => singular(plain(each)) === singular(letters));
  return alike.length ? alike : names.filter((each) => isDoubled(letters, plain(each)));
}

/**
 * @param {string} one
 * @param {string} other
 */
function isDoubled(one, other) {
  const [short, long] = byLength(one, other);
  return long.replace(/([^\n])\1+/gu, "$1") === short;
}

/**
 * @param {string} one
 * @param {string} other
 */
function byLength(one, other) {
  return sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
}

/** @type {Find} */
function nearest(name, names) {
  const letters = plain(name);
  const near = names.filter((each) => mayBeNear(letters, plain(each)))
    .map((each) => ({ each, distance: distanceOf([...letters], [...plain(each)]) }))
    .filter(({ each, distance }) => distance <= tolerance(letters, plain(each)));
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).map(({ each }) => each);
}

/** @type {Find} */
function sameWords(name, names) {
  const words = wordsOf(name);
  const same = names.filter((each) => isSame(words, wordsOf(each)));
  return same.length ? same : names.filter((each) => isPart(words, wordsOf(each)));
}

/** @type {Find} */
function sameBeginning(name, names) {
  return names.filter((each) => {
    const [short, long] = byLength(plain(name), plain(each));
    return sizeOf(short) >= SHORTEST && long.startsWith(short) && 2 * sizeOf(short) >= sizeOf(long);
  });
}

/**
 * @param {string} name
 * @param {readonly string[]} candidates
 */
function withSameStart(name, candidates) {
  const alike = candidates.filter((each) => each.slice(0, 1).toLowerCase() === name.slice(0, 1).toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** @param {string} name */
function plain(name) {
  return name.replace(SEPARATORS, "").toLowerCase();
}

/** @param {string} word */
function singular(word) {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

/** @param {string} name */
function wordsOf(name) {
  const words = (name.match(WORD) ?? []).map((word) => singular(word.toLowerCase()));
  const telling = words.filter((word) => !GENERIC.has(word));
  return new Set(telling.length ? telling : words);
}

/**
 * @param {Set<string>} part
 * @param {Set<string>} whole
 */
function isSubset(part, whole) {
  return [...part].every((each) => whole.has(each));
}

/**
 * @param {Set<string>} one
 * @param {Set<string>} other
 */
function isSame(one, other) {
  return one.size === other.size && isSubset(one, other);
}

/**
 * @param {Set<string>} one
 * @param {Set<string>} other
 */
function isPart(one, other) {
  const [part, whole] = one.size <= other.size ? [one, other] : [other, one];
  return part.size > 1 && part.size < whole.size && isSubset(part, whole);
}
