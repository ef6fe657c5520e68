import { make } from "./dom.js";
import { fill } from "./text.js";

export const KEY = "v"; // opens the palette; none of the site themes uses it

/**
 * The elements of a filter: the box, how many fields match, and what shows when none does.
 */
export class FilterBar {
  /**
   * @param {HTMLElement} tools
   * @param {Record<string, string>} labels
   * @param {number} total how many fields there are
   */
  constructor(tools, labels, total) {
    this.box = make("input", {
      type: "search", className: "ys-filter", autocomplete: "off", spellcheck: false, enterKeyHint: "search",
      placeholder: fill(labels.placeholder, { total }),
    });
    this.status = make("span", { className: "ys-status", role: "status" });
    this.label = make("label", { className: "ys-filter-label" },
      make("span", { className: "ys-label", textContent: labels.filter }), this.box,
      make("button", { type: "button", className: "ys-cap", tabIndex: -1, ariaLabel: labels.find, title: labels.find, textContent: KEY }));
    this.showAll = make("button", { type: "button", className: "ys-show-all", textContent: labels.all });
    this.noMatch = make("p", { className: "ys-no-match", hidden: true }, `${labels.none} `, this.showAll);
    tools.append(this.label, this.status);
    tools.after(this.noMatch);
  }

  focus() {
    this.box.focus();
    this.box.select();
  }
}
