import { make, placeBelow } from "./dom.js";

/** @import { Density } from "./density.js" */
/** @import { Folds } from "./folds.js" */

let count = 0; // of menus, for their ids

/** The menu in the bar that tells how much of each field shows, and opens and closes all folds. */
export class ViewMenu {
  /**
   * @param {Record<string, string>} labels
   * @param {Density} density
   * @param {Folds} folds
   */
  constructor(labels, density, folds) {
    this.menu = make("div", { className: "ys-menu", id: `ys-view-menu-${++count}`, popover: "auto", role: "group", ariaLabel: labels.view },
      make("p", { textContent: labels.detail }), ...density.buttons, ...(folds.byParent.size ? [folds.toggle] : []));
    this.button = make("button", { type: "button", className: "ys-copy ys-view-open", textContent: labels.view });
    this.button.setAttribute("popovertarget", this.menu.id); // the property would leave the attribute empty, which is not valid
    this.menu.addEventListener("toggle", () => placeBelow(this.menu, this.button));
    this.menu.addEventListener("click", () => this.menu.hidePopover());
  }
}
