import { normalize } from "./text.js";

/** @typedef {{ texts: Element[][], words: readonly string[] }} Match */

/**
 * Highlights words in the texts of some fields, and removes all other highlights. The page itself does not change.
 *
 * @param {readonly Match[]} matches words are normalized
 */
export function highlight(matches) {
  if (!("Highlight" in window)) return;
  const ranges = matches.flatMap(({ texts, words }) => texts.flatMap((group) => [...rangesIn(group, words)]));
  CSS.highlights.set("ys-match", new Highlight(...ranges));
}

/**
 * @param {Element[]} group
 * @param {readonly string[]} words
 */
function* rangesIn(group, words) {
  const letters = group.flatMap(lettersOf);
  const text = letters.map((letter) => letter.text).join("");
  const letterAt = letters.flatMap((letter) => letter.text.split("").map(() => letter));
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      yield rangeOf(letterAt[at], letterAt[at + word.length - 1]);
    }
  }
}

/**
 * @typedef {{ node: Node, start: number, end: number, text: string }} Letter a character of the page, normalized
 *
 * @param {Letter} first
 * @param {Letter} last
 */
function rangeOf(first, last) {
  const range = document.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}

/** @param {Element} element */
function lettersOf(element) {
  /** @type {Letter[]} */
  const letters = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = /** @type {Text} */ (nodes.currentNode);
    let start = 0;
    for (const character of node.data) {
      letters.push({ node, start, end: start + character.length, text: normalize(character) });
      start += character.length;
    }
  }
  return letters;
}
