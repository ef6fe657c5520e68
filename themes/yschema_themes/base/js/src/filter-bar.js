import { make } from "./dom.js";
import { fill } from "./text.js";

const KEY = /Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"; // opens the palette, as `v` does

let count = 0; // of filters, for the ids of their boxes

/**
 * The elements of a filter: the box, the line that shows while it is in use, and what shows when no field matches.
 */
export class FilterBar {
  /**
   * @param {HTMLElement} tools
   * @param {Record<string, string>} labels
   * @param {number} total how many fields there are
   */
  constructor(tools, labels, total) {
    this.box = make("input", {
      type: "search", className: "ys-filter", id: `ys-filter-${++count}`, autocomplete: "off", spellcheck: false, enterKeyHint: "search",
      placeholder: fill(labels.placeholder, { total }),
    });
    this.status = make("span", { className: "ys-status", role: "status" });
    const place = make("div", { className: "ys-filter-place" },
      make("label", { className: "ys-visually-hidden", htmlFor: this.box.id, textContent: labels.filter }), this.box,
      make("kbd", { className: "ys-cap", ariaHidden: "true", title: labels.find, textContent: KEY }));
    this.line = make("div", { className: "ys-facets" },
      this.status, make("button", { type: "button", className: "ys-search", textContent: labels.find }));
    this.showAll = make("button", { type: "button", className: "ys-show-all", textContent: labels.all });
    this.none = make("span", {});
    this.noMatch = make("p", { className: "ys-no-match", hidden: true }, this.none, " ", this.showAll);
    tools.append(place);
    tools.after(this.noMatch);
  }

  focus() {
    this.box.focus();
    this.box.select();
  }
}
