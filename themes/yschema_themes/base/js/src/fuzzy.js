/** Fuzzy search of paths: `prx.svc.typ` finds `proxy.service.type`. */
import { FACETS, hasWords, isFacet, normalize } from "./text.js";

const START = 3; // points for letters at the start of a key, and
const NEXT = 2; // for one that follows the letter before it
const LAST_KEY = 6; // for the last part of the query in the last key

/**
 * Returns the points of a part of a query in a key; -1 if its letters are not in the key, in order.
 *
 * @param {string} part
 * @param {string} key in lower case
 */
function pointsIn(part, key) {
  let [at, points] = [-1, 0];
  for (const letter of part) {
    const next = key.indexOf(letter, at + 1);
    if (next < 0) return -1;
    points += next === 0 ? START : next === at + 1 ? NEXT : 0;
    at = next;
  }
  return points + (part.length === key.length ? START : 0);
}

/**
 * Returns the points of a query in a path; -1 if it does not match. Each part of the query is in a later key than the part
 * before it.
 *
 * @param {string} query
 * @param {string} path
 */
export function points(query, path) {
  const parts = query.toLowerCase().split(/[.\s]+/).filter(Boolean);
  const keys = path.toLowerCase().split(".");
  let [end, total] = [keys.length, 0];
  for (const part of parts.toReversed()) {
    const found = bestKey(part, keys.slice(0, end));
    if (!found) return -1;
    total += found.points + (found.index === keys.length - 1 ? LAST_KEY : 0);
    end = found.index;
  }
  return total - keys.length / 2 - path.length / 100;
}

/**
 * @param {string} part
 * @param {readonly string[]} keys
 */
function bestKey(part, keys) {
  const found = keys.map((key, index) => ({ index, points: pointsIn(part, key) })).filter((key) => key.points >= 0);
  return found.reduceRight((/** @type {typeof found[0] | undefined} */ best, key) =>
    (best && best.points >= key.points ? best : key), undefined);
}

/**
 * Returns the elements whose paths match a query best. Words such as `type:bool` narrow them.
 *
 * @template {{ path: string, facets?: string }} T
 * @param {string} query
 * @param {readonly T[]} list
 * @param {number} number
 */
export function bestMatches(query, list, number) {
  const words = query.split(/\s+/).filter(Boolean);
  const facets = words.filter(isFacet).map(normalize);
  const rest = words.filter((word) => !isFacet(word)).join(" ");
  const wanted = list.filter((entry) => hasWords(`${FACETS} ${normalize(entry.facets ?? "")} `, facets));
  if (facets.length && !rest) return wanted.slice(0, number);
  const found = wanted.map((entry) => ({ entry, points: points(rest, entry.path) })).filter((each) => each.points > -1);
  return found.sort((a, b) => b.points - a.points).slice(0, number).map(({ entry }) => entry);
}
