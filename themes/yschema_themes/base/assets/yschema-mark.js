/* Marks what a filter has found. The page itself stays as it is. */
(function () {
  "use strict";

  /* Marks the words, which are plain, in the texts of some fields, and takes all other marks away. */
  function mark(found) {
    if (!window.Highlight) return;
    const ranges = found.flatMap(([field, words]) => [...rangesOf(field, words)]);
    CSS.highlights.set("ys-match", new Highlight(...ranges));
  }

  function* rangesOf(field, words) {
    for (const group of field.texts) {
      const letters = group.flatMap(lettersOf);
      const text = letters.map((letter) => letter.text).join("");
      const whose = letters.flatMap((letter) => Array(letter.text.length).fill(letter));
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = document.createRange();
          const last = whose[at + word.length - 1];
          range.setStart(whose[at].node, whose[at].start);
          range.setEnd(last.node, last.end);
          yield range;
        }
      }
    }
  }

  function lettersOf(element) {
    const letters = [];
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      let start = 0;
      for (const character of node.data) {
        letters.push({ node, start, end: start + character.length, text: window.yschema.plain(character) });
        start += character.length;
      }
    }
    return letters;
  }

  window.yschema = { ...window.yschema, mark };
})();
