import { hide, make, makeButton, need } from "./dom.ts";
import { BOX } from "./fields.ts";
import { fill } from "./text.ts";

type Fold = { box: HTMLElement, name: HTMLElement, button: HTMLButtonElement, isOpen: boolean };

let count = 0; // of folds, for their ids

/** Whether a link to words, `#:~:text=…`, led to this page: browsers look for them once, before there are folds. */
function isLinkedByWords() {
  const [arrival] = performance.getEntriesByType("navigation");
  return Boolean(arrival?.name.includes(":~:")) && new URL(arrival.name).pathname === location.pathname;
}

/** The folds of a reference: fields below deep maps, whose headings are the toggles. */
export class Folds {
  labels: Record<string, string>;
  /** While a filter is on, all folds are open. */
  isFiltered = false;
  toggle: HTMLButtonElement;
  byParent: Map<Element, Fold> = new Map(); // by the element around their box

  constructor(boxes: HTMLElement[], labels: Record<string, string>) {
    this.labels = labels;
    this.toggle = makeButton({ className: "ys-toggle" }, () => this.#toggleAll());
    for (const box of boxes) if (box.parentElement) this.byParent.set(box.parentElement, this.#create(box, box.parentElement));
    this.#labelToggle();
  }

  #create(box: HTMLElement, parent: HTMLElement) {
    box.id = `ys-fold-${++count}`;
    const name = need(parent, ".ys-name");
    name.setAttribute("role", "button");
    name.setAttribute("aria-controls", box.id);
    name.parentElement?.classList.add("ys-foldable");
    const number = box.style.getPropertyValue("--ys-size");
    // The heading does the same for the keyboard and for screen readers.
    const button = make("button", {
      type: "button", className: "ys-unfold", tabIndex: -1, ariaHidden: "true",
      textContent: fill(this.labels.nested, { name: name.textContent ?? "", number }),
    });
    const fold: Fold = { box, name, button, isOpen: isLinkedByWords() };
    box.before(button);
    const turn = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      this.turn(fold, !fold.isOpen);
    };
    for (const element of [name, button]) element.addEventListener("click", turn);
    name.addEventListener("keydown", (event) => { if (event.key === " ") turn(event); });
    // The browser's own search has found something in it.
    box.addEventListener("beforematch", () => this.turn(fold, true));
    this.show(fold);
    return fold;
  }

  turn(fold: Fold, isOpen: boolean) {
    fold.isOpen = isOpen;
    this.show(fold);
    this.#labelToggle();
  }

  show({ box, name, button, isOpen }: Fold) {
    button.hidden = isOpen || this.isFiltered;
    name.ariaExpanded = String(isOpen || this.isFiltered);
    hide(box, !isOpen && !this.isFiltered);
  }

  setFiltered(isFiltered: boolean) {
    if (isFiltered === this.isFiltered) return;
    this.isFiltered = isFiltered;
    for (const fold of this.byParent.values()) this.show(fold);
    this.toggle.hidden = isFiltered;
  }

  get #hasClosed() {
    return [...this.byParent.values()].some((fold) => !fold.isOpen);
  }

  #toggleAll() {
    const isOpen = this.#hasClosed;
    for (const fold of this.byParent.values()) {
      fold.isOpen = isOpen;
      this.show(fold);
    }
    this.#labelToggle();
  }

  #labelToggle() {
    this.toggle.textContent = this.#hasClosed ? this.labels.open : this.labels.fold;
  }

  /** Whether the fields below an element show. */
  isOpenIn(parent: Element) {
    const fold = this.byParent.get(parent);
    return !fold || fold.isOpen || this.isFiltered;
  }

  /** Opens the folds around an element, and its own. */
  openAround(element: Element) {
    for (let box = element.closest(BOX); box; box = box.parentElement?.closest(BOX) ?? null) {
      const fold = this.byParent.get(box);
      if (fold && !fold.isOpen) this.turn(fold, true);
    }
  }
}
