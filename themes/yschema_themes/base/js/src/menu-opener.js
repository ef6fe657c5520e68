import { make } from "./dom.js";
import { fill } from "./text.js";

/** @import { Field } from "./fields.js" */
/** @import { Menu, MenuContext } from "./menu.js" */
/** @import { Dialogs } from "./site-theme.js" */

/** The buttons that open the menus of fields. Their script comes with the first use. */
export class MenuOpener {
  /** @type {Menu | undefined} */
  #menu;

  /**
   * @param {HTMLElement} home the element that menus are in while they are open
   * @param {MenuContext} context
   * @param {(() => Promise<Dialogs>) | undefined} load
   */
  constructor(home, context, load) {
    this.home = home;
    this.context = context;
    this.load = load;
  }

  /**
   * Gives a field the button that opens its menu, once. The name of the field is its one stop of the Tab key.
   *
   * @param {Field} field
   */
  addButton(field) {
    if (field.hasButton) return;
    field.hasButton = true;
    const button = make("button", {
      type: "button", className: "ys-more", tabIndex: -1,
      ariaLabel: fill(this.context.labels.actions, { path: field.path }), ariaHasPopup: "menu", ariaExpanded: "false",
    });
    field.parts.find((part) => part.matches(".ys-meta"))?.after(button);
  }

  /**
   * Opens the menu of a field.
   *
   * @param {Field} field
   * @param {HTMLElement} button
   * @param {{ canClose?: boolean }} how whether to close it instead if it is open
   */
  async open(field, button, { canClose = false } = {}) {
    const dialogs = await this.load?.();
    if (!dialogs) return;
    this.#menu ??= new dialogs.Menu(this.home, this.context);
    if (canClose) this.#menu.toggle(field, button);
    else this.#menu.open(field, button);
  }
}
