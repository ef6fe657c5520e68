/* What a page says of its fields, for the scripts that come after this one. They share `window.yschema`. */
(function () {
  "use strict";

  const BOX = ".ys-field, .ys-map, tr";
  const PARENTS = ".ys-parents, .ys-name";
  const TEXTS = `${PARENTS}, .ys-echo, .ys-title, .ys-text, .ys-notice`;

  /* One field: the box of what is said of it, and the fields below it. */
  class Field {
    constructor(link, byAnchor) {
      [, this.anchor] = link.getAttribute("href").split("#"); /* instant navigation writes out addresses */
      this.link = link;
      this.box = link.closest(BOX);
      this.isGone = this.box.classList.contains("ys-is-removed");
      this.parent = byAnchor.get(this.anchor.slice(0, this.anchor.lastIndexOf(".")));
      this.below = [];
      this.parent?.below.push(this);
      byAnchor.set(this.anchor, this);
    }

    /* Its elements, without those of the fields below. */
    get own() {
      if (this.box.matches("tr")) return [this.box];
      return [...this.box.children].filter((child) => child.matches(".ys-key, .ys-meta, .ys-content"));
    }

    get path() {
      return this.texts[0].map((element) => element.textContent).join("");
    }

    get texts() {
      return textsIn(...this.own);
    }

    /* What the filter looks in. */
    get said() {
      return this.texts.map((group) => group.map((element) => element.textContent).join("")).join(" ");
    }

    /* Of a map that has a page of its own, what stands here for its fields. */
    get elsewhere() {
      return this.box.querySelector(":scope > .ys-map-page, :scope > td > .ys-map-page");
    }

    /* Whether it is readers who choose the name. */
    get isChosen() {
      return Boolean(this.first(".ys-name .ys-placeholder"));
    }

    first(selector) {
      return this.own.map((part) => part.querySelector(selector)).find(Boolean);
    }

    hasBadge(...kinds) {
      return kinds.some((kind) => this.first(`:is(.ys-meta, .ys-badges) > .ys-${kind}`));
    }
  }

  /* The elements with texts of a field: those of its path, then each of the others. */
  function textsIn(...parts) {
    const found = parts.flatMap((part) => [...part.querySelectorAll(TEXTS)]);
    const isPath = (element) => element.matches(PARENTS);
    return [found.filter(isPath), ...found.filter((element) => !isPath(element)).map((element) => [element])];
  }

  /* All fields of a reference, each before those below it. */
  function fields(reference) {
    const byAnchor = new Map();
    const found = [...reference.getElementsByClassName("ys-link")].map((link) => new Field(link, byAnchor));
    found.forEach((field, index) => { field.end = index + 1; });
    /* A map between tables has a row in that before it, which leads to it. */
    for (const link of reference.getElementsByClassName("ys-map-link")) {
      const field = byAnchor.get(link.getAttribute("href").split("#")[1]);
      if (field) field.row = link.closest("tr");
    }
    for (const field of found.toReversed()) if (field.parent) field.parent.end = Math.max(field.parent.end, field.end);
    return found;
  }

  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  /* Words with what belongs in their braces. */
  function filled(words, values) {
    return words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  /* Without case and accents. */
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }

  /* Does something with the page, and with those after it: with instant navigation pages come and go without a load,
   * but on a disk there is none. */
  function eachPage(start) {
    if (window.document$ && location.protocol !== "file:") window.document$.subscribe(start);
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
  }

  window.yschema = { ...window.yschema, BOX, fields, textsIn, make, filled, plain, eachPage };
})();
