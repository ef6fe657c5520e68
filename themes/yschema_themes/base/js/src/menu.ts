import { copyFor } from "./copy.ts";
import { all, make, makeButton, neighborAt, placeBelow } from "./dom.ts";
import { textToCopy, type Step } from "./paste.ts";
import type { Field } from "./fields.ts";
import type { MyValues } from "./my-values.ts";

type Labels = Record<string, string>;
export type MenuContext = { labels: Labels, edit: string | undefined, around: readonly Step[], mine?: MyValues };

const SHOWN_AFTER_COPY = 700; // milliseconds for which the menu confirms what it has copied

/**
 * Returns the address for editing a field in its schema, if there is one.
 *
 * @param edit the address for editing, without the line
 */
function editAddress({ link: { dataset } }: Field, edit: string | undefined) {
  return dataset.edit ?? (edit && dataset.line ? edit + dataset.line : undefined);
}

/** The menu of one field at a time. */
export class Menu {
  #onOutside: ({ target }: PointerEvent) => void;
  #onScroll: () => void;

  home: HTMLElement;
  context: MenuContext;
  opened?: { element: HTMLElement, button: HTMLElement, wasInWindow?: boolean };

  /** @param home the element that it is in while it is open */
  constructor(home: HTMLElement, context: MenuContext) {
    this.home = home;
    this.context = context;
    this.#onOutside = ({ target }: PointerEvent) => {
      const { opened } = this;
      if (opened && target instanceof Node && !opened.element.contains(target) && !opened.button.contains(target)) this.close();
    };
    this.#onScroll = () => this.follow();
  }

  /** Keeps the menu at its button while the page scrolls, as it does towards a field that gets the focus. */
  follow() {
    if (!this.opened) return;
    const { element, button, wasInWindow } = this.opened;
    const { top, bottom } = button.getBoundingClientRect();
    const isInWindow = bottom >= 0 && top <= window.innerHeight;
    if (wasInWindow && !isInWindow) this.close();
    else {
      this.opened.wasInWindow = isInWindow;
      placeBelow(element, button);
    }
  }

  /** @param how whether to close it instead if it is open at this button */
  open(field: Field, button: HTMLElement, { canClose = false }: { canClose?: boolean }) {
    const isOpen = this.opened?.button === button;
    this.close();
    if (canClose && isOpen) return;
    const element = make("div", { className: "ys-menu", role: "menu", ariaLabel: button.ariaLabel },
      make("p", { textContent: field.path, ariaHidden: "true" }), ...this.items(field));
    element.addEventListener("keydown", (event) => this.#onKey(event));
    this.home.append(element);
    this.opened = { element, button };
    button.ariaExpanded = "true";
    placeBelow(element, button);
    all(element, "[role]")[0]?.focus({ preventScroll: true });
    document.addEventListener("pointerdown", this.#onOutside, true);
    window.addEventListener("scroll", this.#onScroll, { passive: true });
  }

  items(field: Field): HTMLElement[] {
    const { labels, edit, around, mine } = this.context;
    const { href } = field.link as HTMLAnchorElement;
    const texts = [
      ["yaml", labels.copyYaml, textToCopy(field, "yaml", around)],
      ["path", labels.copyPath, textToCopy(field, "path", around)],
      ["option", labels.copyFlag, textToCopy(field, "option", around)],
      ["link", labels.copyLink, href],
    ] as [string, string, string | null][];
    const items = texts.flatMap(([kind, label, text]) => (text === null ? [] : [this.#copyItem(kind, label, text)]));
    const address = editAddress(field, edit);
    const link = address && make("a", { href: address, role: "menuitem", tabIndex: -1, textContent: labels.edit });
    return [...(mine && !field.isRemoved ? [this.#additionItem(field, mine)] : []), ...items, ...(link ? [link] : [])];
  }

  #additionItem(field: Field, mine: MyValues) {
    const { labels } = this.context;
    return makeButton({ role: "menuitem", tabIndex: -1, textContent: labels.addToMyValues }, () => {
      this.close();
      void mine.add(field);
    });
  }

  #copyItem(kind: string, label: string, text: string) {
    const item = makeButton({ role: "menuitem", tabIndex: -1, textContent: label }, async () => {
      await copyFor(item, text, this.context.labels);
      const { opened } = this;
      setTimeout(() => { if (opened && opened === this.opened) this.close({ focus: true }); }, SHOWN_AFTER_COPY);
    });
    item.dataset.copy = kind;
    return item;
  }

  #onKey(event: KeyboardEvent) {
    const items = all(event.currentTarget as HTMLElement, "[role]");
    const next = neighborAt(items, document.activeElement, event.key, ["ArrowUp", "ArrowDown"]);
    if (next) next.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close({ focus: true });
    if (next || event.key === "Escape") event.preventDefault();
    event.stopPropagation();
  }

  /** @param how whether the focus goes back to the field */
  close({ focus = false }: { focus?: boolean } = {}) {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    document.removeEventListener("pointerdown", this.#onOutside, true);
    window.removeEventListener("scroll", this.#onScroll);
    opened.element.remove();
    opened.button.ariaExpanded = "false";
    const name = opened.button.parentElement?.querySelector(".ys-name");
    if (focus && name instanceof HTMLElement) name.focus({ preventScroll: true });
  }
}
