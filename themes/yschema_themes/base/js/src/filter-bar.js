import { make } from "./dom.js";
import { fill } from "./text.js";

export const KEY = "v"; // opens the palette; none of the site themes uses it

let count = 0; // of filters, for the ids of their boxes

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
      type: "search", className: "ys-filter", id: `ys-filter-${++count}`, autocomplete: "off", spellcheck: false, enterKeyHint: "search",
      placeholder: fill(labels.placeholder, { total }),
    });
    this.status = make("span", { className: "ys-status", role: "status" });
    const place = make("div", { className: "ys-filter-place" },
      make("label", { className: "ys-visually-hidden", htmlFor: this.box.id, textContent: labels.filter }), this.box,
      make("button", { type: "button", className: "ys-cap", tabIndex: -1, ariaLabel: `${labels.find} (${KEY})`, title: labels.find, textContent: KEY }),
      this.status);
    this.showAll = make("button", { type: "button", className: "ys-show-all", textContent: labels.all });
    this.noMatch = make("p", { className: "ys-no-match", hidden: true }, `${labels.none} `, this.showAll);
    tools.append(place);
    tools.after(this.noMatch);
  }

  focus() {
    this.box.focus();
    this.box.select();
  }
}
