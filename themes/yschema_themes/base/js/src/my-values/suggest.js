import { phrase } from "./findings.js";

/** Suggestions for misspelt names: the name that was meant with near certainty, or none. The engine has the same. */

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[\p{L}\p{N}]+/gu;
const SEPARATORS = /[-_. ]/g;
const GENERIC = new Set(["count", "name", "number", "value", "list", "ref"]);
/** Words that tell names with few different letters apart. */
const OPPOSITES = [["min", "max"], ["enable", "disable"], ["allow", "deny"], ["before", "after"]];
const LONGEST = 100; // the length of the longest names that are compared
const [SHORT, MEDIUM] = [5, 11]; // the lengths up to which one or two letters may differ; of longer names, three may
/** The length of the shortest names of which letters may differ. */
const SHORTEST = 3;
const MOST = 200; // names that are compared

/**
 * Returns a hint at the known name that was meant; undefined if no name is nearly certain, or there are too many.
 *
 * @param {string} name
 * @param {readonly string[]} known
 */
export function didYouMean(name, known) {
  const meant = suggest(name, known);
  return meant === undefined ? undefined : phrase("didYouMean", { key: meant });
}

/**
 * Returns the known name that was meant; undefined if no name is nearly certain, or there are too many.
 *
 * @param {string} name
 * @param {readonly string[]} known
 */
export function suggest(name, known) {
  if (sizeOf(name) > LONGEST || known.length > MOST) return undefined;
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
  const within = names.filter((each) => isWithin(words, wordsOf(each)) || isWithin(wordsOf(each), words));
  const same = within.filter((each) => wordsOf(each).size === words.size);
  return same.length ? same : within.filter((each) => Math.min(words.size, wordsOf(each).size) > 1);
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
function isWithin(part, whole) {
  return [...part].every((each) => whole.has(each));
}

/**
 * Returns the number of letters of one name that are not in another.
 *
 * @param {string} one
 * @param {string} other
 */
function numberOfOthers(one, other) {
  return [...new Set(one)].filter((letter) => !other.includes(letter)).length;
}

/**
 * @param {string} one
 * @param {string} other
 */
function tolerance(one, other) {
  const length = Math.min(sizeOf(one), sizeOf(other));
  if (length < SHORTEST) return 0;
  return length <= SHORT ? 1 : length <= MEDIUM ? 2 : 3;
}

/**
 * @param {string} one
 * @param {string} other
 */
function mayBeNear(one, other) {
  const limit = tolerance(one, other);
  return Math.abs(sizeOf(one) - sizeOf(other)) <= limit
    && numberOfOthers(one, other) + numberOfOthers(other, one) <= 2 * limit;
}

/**
 * Returns the number of letters to insert, delete, replace or swap with the next one (Damerau, 1964).
 *
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
function distanceOf(one, other) {
  /** @type {number[]} */
  let before = [];
  let current = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const last = before;
    before = current;
    current = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = before[j - 1] + Number(one[i - 1] !== other[j - 1]);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      current.push(Math.min(before[j] + 1, current[j - 1] + 1, replaced, isSwapped ? last[j - 2] + 1 : Infinity));
    }
  }
  return current[other.length];
}

/**
 * Returns the number of characters of a text, of which JavaScript counts those beyond the basic plane twice.
 *
 * @param {string} text
 */
function sizeOf(text) {
  return [...text].length;
}
