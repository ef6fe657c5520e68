import { make, makeButton, placeBelow } from "./dom.ts";
import { BOX } from "./fields.ts";
import { store, stored } from "./stored.ts";
import type { Folds } from "./folds.ts";

const DENSITIES = ["comfortable", "compact", "outline"];
const KEY = "yschema.density"; // of the choice that the browser keeps
const OPEN = "ys-open";
const PRESSED = "a, button, input, select, summary, label, pre, .ys-menu";

let count = 0; // of menus, for their ids

/** How much of each field shows, and which rows are open where that is little. */
export class Density {
  /** Whether the reader has chosen the density for this page. */
  #isChosen = false;
  /** What the author has chosen. */
  #original: string;

  reference: HTMLElement;
  changed: () => void;
  buttons: HTMLButtonElement[];

  constructor(reference: HTMLElement, labels: Record<string, string>, changed: () => void) {
    this.reference = reference;
    this.changed = changed;
    this.#original = reference.dataset.density ?? DENSITIES[0];
    this.buttons = DENSITIES.map((value) => makeButton({ value, textContent: labels[value] }, () => {
      store(KEY, value);
      this.set(value);
    }));
    this.set(stored(KEY) ?? this.#original);
    this.#isChosen = false;
    reference.addEventListener("click", (event) => this.#onClick(event));
  }

  get value() {
    return this.reference.dataset.density ?? this.#original;
  }

  /** The density for the address; empty if readers have not chosen it for this page, or come to it anyway. */
  get parameter() {
    return !this.#isChosen || this.value === this.#original ? "" : this.value;
  }

  set(density: string) {
    const known = DENSITIES.includes(density) ? density : this.#original;
    for (const button of this.buttons) button.ariaPressed = String(button.value === known);
    this.#isChosen = true;
    if (known === this.reference.dataset.density) return;
    this.reference.dataset.density = known;
    this.changed();
  }

  get opensRows() {
    return this.value !== "comfortable";
  }

  /** Opens or closes the row that a reader has clicked, unless the reader wants something else there. */
  #onClick(event: MouseEvent) {
    const { target } = event;
    const row = this.opensRows && target instanceof Element ? target.closest(BOX) : null;
    if (!(row instanceof HTMLElement) || !(target instanceof Element)) return;
    const name = target.closest(".ys-name");
    if (name) this.#onName(row, name, event);
    else if (this.#isInHead(row, target) && getSelection()?.isCollapsed !== false) this.turn(row);
  }

  /** Opens the row whose name a reader has followed, and closes one that the reader was at. */
  #onName(row: HTMLElement, name: Element, event: MouseEvent) {
    const isHere = location.hash === name.getAttribute("href");
    if (isHere) event.preventDefault();
    this.turn(row, isHere ? undefined : true);
  }

  /** Whether an element is in the part of a row that opens and closes it: what is open can be read and selected. */
  #isInHead(row: HTMLElement, target: Element) {
    if (target.closest(PRESSED) || target.closest(".ys-below")?.closest(BOX) === row) return false;
    return !row.classList.contains(OPEN) || !target.closest(".ys-content");
  }

  turn(row: HTMLElement, isOpen?: boolean) {
    const opened = row.classList.toggle(OPEN, isOpen);
    const name = row.querySelector(".ys-name");
    if (name && !name.matches("[role]")) name.ariaExpanded = String(opened);
  }

  /** Opens the row of an element that a link leads to. */
  reveal(target: Element) {
    const row = target.closest(BOX);
    if (row instanceof HTMLElement) this.turn(row, true);
  }
}

/** The menu in the bar that tells how much of each field shows, and opens and closes all folds. */
export class ViewMenu {
  menu: HTMLDivElement;
  button: HTMLButtonElement;

  constructor(labels: Record<string, string>, density: Density, folds: Folds) {
    this.menu = make("div", { className: "ys-menu", id: `ys-view-menu-${++count}`, popover: "auto", role: "group", ariaLabel: labels.view },
      make("p", { textContent: labels.detail }), ...density.buttons, ...(folds.byParent.size ? [folds.toggle] : []));
    this.button = make("button", { type: "button", className: "ys-copy ys-view-open", textContent: labels.view });
    this.button.setAttribute("popovertarget", this.menu.id); // the property would leave the attribute empty, which is not valid
    this.menu.addEventListener("toggle", () => placeBelow(this.menu, this.button));
    this.menu.addEventListener("click", () => this.menu.hidePopover());
  }
}
