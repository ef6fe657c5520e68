import { sizeOf } from "./values.js";

const [SHORT, MEDIUM] = [5, 11]; // the lengths up to which one or two letters may differ; of longer names, three may
/** The length of the shortest names of which letters may differ. */
export const SHORTEST = 3;

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
export function tolerance(one, other) {
  const length = Math.min(sizeOf(one), sizeOf(other));
  if (length < SHORTEST) return 0;
  return length <= SHORT ? 1 : length <= MEDIUM ? 2 : 3;
}

/**
 * @param {string} one
 * @param {string} other
 */
export function mayBeNear(one, other) {
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
export function distanceOf(one, other) {
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
