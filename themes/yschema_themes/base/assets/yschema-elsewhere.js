/* What the filter of an overview finds on the pages of maps. The words come in a file, once they are asked for; where
 * that cannot be had, as in a site without a server, there are the paths. */
(function () {
  "use strict";

  function lines(text) {
    return text ? text.split("\n") : [];
  }

  /* The fields of one map, in whose place its way stands. */
  class Elsewhere {
    constructor(way, words) {
      const { BOX, filled } = window.yschema;
      const name = way.closest(`${BOX}, .ys-line`).querySelector(".ys-name, .ys-line-key").textContent;
      this.link = way.querySelector("a[data-map]");
      this.label = this.link.textContent;
      this.tell = (shown) => filled(words.nested, { name, number: filled(words.status, { shown, total: this.total }) });
      this.read({ fields: lines(way.dataset.paths), gone: lines(way.dataset.removed) });
      this.find([]);
    }

    read({ fields, gone = [] }) {
      this.total = fields.length;
      this.texts = [fields, gone];
      this.plain = undefined;
    }

    /* Counts the fields that have all words, which are plain: those there, those that have been removed. */
    find(words) {
      if (!words.length) this.found = this.texts.map((texts) => texts.length);
      else {
        this.plain ??= this.texts.map((texts) => texts.map(window.yschema.plain));
        const has = (text) => words.every((word) => text.includes(word));
        this.found = this.plain.map((texts) => texts.filter(has).length);
      }
      this.isFound = this.found.some(Boolean);
      this.link.textContent = words.length && this.found[0] ? this.tell(this.found[0]) : this.label;
    }

    /* Takes the query along. */
    pass(parameter, query) {
      const url = new URL(this.link.href);
      if (query) url.searchParams.set(parameter, query);
      else url.searchParams.delete(parameter);
      this.link.href = url.href;
    }
  }

  /* The words of fields by the anchors of the maps around them; null where they cannot be had. */
  async function wordsElsewhere(address) {
    try {
      const answer = await fetch(address);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  window.yschema = { ...window.yschema, Elsewhere, wordsElsewhere };
})();
