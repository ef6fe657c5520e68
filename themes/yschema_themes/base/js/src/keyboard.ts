import { all, one } from "./dom.ts";
import { BOX } from "./fields.ts";
import type { Reference } from "./reference.ts";

/** Keys in a reference: arrows move between fields, open and close them, and lead to their menus. */
export class Keyboard {
  reference: Reference;

  constructor(reference: Reference) {
    this.reference = reference;
    reference.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Moves the focus to the first field that shows; one that matches the filter is preferred to those around it. */
  focusFirst() {
    const { showsValues, values, fields } = this.reference;
    if (showsValues) {
      if (values) all(values.element, ".ys-line-key").find((key) => key.checkVisibility())?.focus();
      return;
    }
    const shown = fields.filter((field) => field.isShown);
    (shown.find((field) => field.isMatch) ?? shown[0])?.link.focus();
  }

  #onKey(event: KeyboardEvent) {
    const name = event.target instanceof Element ? event.target.closest(".ys-name, .ys-more") : null;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.actions(name).get(event.shiftKey ? `Shift+${event.key}` : event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  actions(name: Element): Map<string, () => void> {
    const openMenu = () => this.openMenu(name);
    return new Map([
      ["ArrowDown", () => this.#move(name, 1)],
      ["ArrowUp", () => this.#move(name, -1)],
      ["ArrowRight", () => { if (!this.turn(name, true)) openMenu(); }],
      ["ArrowLeft", () => void this.turn(name, false)],
      ["ContextMenu", openMenu],
      ["Shift+F10", openMenu],
    ]);
  }

  #move(name: Element, step: number) {
    const { fields, filter } = this.reference;
    const box = name.closest(BOX);
    let at = fields.findIndex((field) => field.box === box);
    do at += step; while (fields[at] && !fields[at].isShown);
    if (fields[at]) fields[at].link.focus();
    else if (step < 0) filter?.bar.focus();
  }

  /**
   * Opens or closes a field.
   *
   * @returns whether that has changed anything
   */
  turn(name: Element, isOpen: boolean): boolean {
    const { folds, density } = this.reference;
    const field = this.reference.fieldAt(name);
    if (!field) return false;
    const fold = folds.byParent.get(field.box);
    if (fold && fold.isOpen !== isOpen) {
      folds.turn(fold, isOpen);
      return true;
    }
    if (!density.opensRows || field.box.classList.contains("ys-open") === isOpen) return false;
    density.turn(field.box, isOpen);
    return true;
  }

  openMenu(name: Element) {
    const field = this.reference.fieldAt(name);
    if (!field) return;
    this.reference.menu.addButton(field);
    const button = one(field.box, ":scope > .ys-more");
    if (button) void this.reference.menu.open(field, button);
  }
}
