import { normalize } from "./text.ts";

export type Match = { texts: Element[][], words: readonly string[] };

/**
 * Highlights words in the texts of some fields, and removes all other highlights. The page itself does not change.
 *
 * @param matches words are normalized
 */
export function highlight(matches: readonly Match[]) {
  if (!("Highlight" in window)) return;
  const ranges = matches.flatMap(({ texts, words }) => texts.flatMap((group) => [...rangesIn(group, words)]));
  CSS.highlights.set("ys-match", new Highlight(...ranges));
}

function* rangesIn(group: Element[], words: readonly string[]) {
  const letters = group.flatMap(lettersOf);
  const text = letters.map((letter) => letter.text).join("");
  const letterAt = letters.flatMap((letter) => letter.text.split("").map(() => letter));
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      yield rangeOf(letterAt[at], letterAt[at + word.length - 1]);
    }
  }
}

/** A character of the page, normalized. */
type Letter = { node: Node, start: number, end: number, text: string };

function rangeOf(first: Letter, last: Letter) {
  const range = document.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}

function lettersOf(element: Element) {
  const letters: Letter[] = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text;
    let start = 0;
    for (const character of node.data) {
      letters.push({ node, start, end: start + character.length, text: normalize(character) });
      start += character.length;
    }
  }
  return letters;
}
