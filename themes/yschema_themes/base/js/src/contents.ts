import { make } from "./dom.ts";
import type { Entry } from "./entry.ts";
import type { Field } from "./fields.ts";

/** Marks maps in the table of contents of the site: with a dot where something is required, and with numbers of matches. */
export class Contents {
  entries: [Field, HTMLElement][] = [];

  constructor(fields: readonly Field[]) {
    const maps = new Map(fields.filter((field) => field.below.length).map((field) => [field.anchor, field]));
    const indexes = new Map(fields.map((field, index) => [field, index]));
    const required = fields.map((field) => field.hasBadge("required"));
    for (const link of document.querySelectorAll("a[href*='#']")) {
      if (!(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname || link.closest(".ys, .headerlink")) continue;
      const field = maps.get(link.hash.slice(1));
      if (!field) continue;
      const isRequired = required.slice(indexes.get(field), field.end).includes(true);
      this.entries.push([field, this.mark(link, isRequired)]);
    }
  }

  /** @param isRequired whether something in its map is */
  mark(link: HTMLAnchorElement, isRequired: boolean) {
    link.classList.toggle("ys-has-required", isRequired);
    link.querySelector(".ys-number")?.remove();
    const number = make("span", { className: "ys-number" });
    link.append(number);
    return number;
  }

  show(fields: readonly Entry[], isFiltered: boolean) {
    for (const [map, number] of this.entries) {
      const from = fields.indexOf(map);
      const found = fields.slice(from, map.end).filter((field) => field.isMatch).length;
      number.textContent = isFiltered && found ? ` ${found}` : "";
    }
  }
}
