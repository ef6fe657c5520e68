import { phrase } from "./findings.ts";

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

/** Returns a hint at the known name that was meant; undefined if no name is nearly certain, or there are too many. */
export function didYouMean(name: string, known: readonly string[]) {
  const meant = suggest(name, known);
  return meant === undefined ? undefined : phrase("didYouMean", { key: meant });
}

/** Returns the known name that was meant; undefined if no name is nearly certain, or there are too many. */
export function suggest(name: string, known: readonly string[]) {
  if (sizeOf(name) > LONGEST || known.length > MOST) return undefined;
  const names = [...new Set(known)]
    .filter((each) => each && sizeOf(each) <= LONGEST && each !== name && !isOpposite(name, each));
  for (const find of [sameLetters, nearest, sameWords, sameBeginning]) {
    const candidates = find(name, names);
    if (candidates.length) return candidates.length === 1 ? candidates[0] : withSameStart(name, candidates);
  }
  return undefined;
}

/** Whether one name begins with a word, and the other one with its opposite. */
function isOpposite(name: string, other: string) {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()];
  return OPPOSITES.some(([first, second]) =>
    (one.startsWith(first) && two.startsWith(second)) || (one.startsWith(second) && two.startsWith(first)));
}

function sameLetters(name: string, names: readonly string[]): string[] {
  const letters = plain(name);
  const same = names.filter((each) => plain(each) === letters);
  if (same.length) return same;
  const alike = names.filter((each) => singular(plain(each)) === singular(letters));
  return alike.length ? alike : names.filter((each) => isDoubled(letters, plain(each)));
}

function isDoubled(one: string, other: string) {
  const [short, long] = byLength(one, other);
  return long.replace(/([^\n])\1+/gu, "$1") === short;
}

function byLength(one: string, other: string) {
  return sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
}

function nearest(name: string, names: readonly string[]): string[] {
  const letters = plain(name);
  const near = names.filter((each) => mayBeNear(letters, plain(each)))
    .map((each) => ({ each, distance: distanceOf([...letters], [...plain(each)]) }))
    .filter(({ each, distance }) => distance <= tolerance(letters, plain(each)));
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).map(({ each }) => each);
}

function sameWords(name: string, names: readonly string[]): string[] {
  const words = wordsOf(name);
  const within = names.filter((each) => isWithin(words, wordsOf(each)) || isWithin(wordsOf(each), words));
  const same = within.filter((each) => wordsOf(each).size === words.size);
  return same.length ? same : within.filter((each) => Math.min(words.size, wordsOf(each).size) > 1);
}

function sameBeginning(name: string, names: readonly string[]): string[] {
  return names.filter((each) => {
    const [short, long] = byLength(plain(name), plain(each));
    return sizeOf(short) >= SHORTEST && long.startsWith(short) && 2 * sizeOf(short) >= sizeOf(long);
  });
}

function withSameStart(name: string, candidates: readonly string[]) {
  const alike = candidates.filter((each) => each.slice(0, 1).toLowerCase() === name.slice(0, 1).toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

function plain(name: string) {
  return name.replace(SEPARATORS, "").toLowerCase();
}

function singular(word: string) {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

function wordsOf(name: string) {
  const words = (name.match(WORD) ?? []).map((word) => singular(word.toLowerCase()));
  const telling = words.filter((word) => !GENERIC.has(word));
  return new Set(telling.length ? telling : words);
}

function isWithin(part: Set<string>, whole: Set<string>) {
  return [...part].every((each) => whole.has(each));
}

/** Returns the number of letters of one name that are not in another. */
function numberOfOthers(one: string, other: string) {
  return [...new Set(one)].filter((letter) => !other.includes(letter)).length;
}

function tolerance(one: string, other: string) {
  const length = Math.min(sizeOf(one), sizeOf(other));
  if (length < SHORTEST) return 0;
  return length <= SHORT ? 1 : length <= MEDIUM ? 2 : 3;
}

function mayBeNear(one: string, other: string) {
  const limit = tolerance(one, other);
  return Math.abs(sizeOf(one) - sizeOf(other)) <= limit
    && numberOfOthers(one, other) + numberOfOthers(other, one) <= 2 * limit;
}

/** Returns the number of letters to insert, delete, replace or swap with the next one (Damerau, 1964). */
function distanceOf(one: readonly string[], other: readonly string[]) {
  let before: number[] = [];
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

/** Returns the number of characters of a text, of which JavaScript counts those beyond the basic plane twice. */
function sizeOf(text: string) {
  return [...text].length;
}
