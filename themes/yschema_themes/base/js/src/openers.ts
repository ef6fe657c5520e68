import { make } from "./dom.ts";
import { fill } from "./text.ts";
import type { Field } from "./fields.ts";
import type { Loading } from "./loading.ts";
import type { Menu, MenuContext } from "./menu.ts";
import type { Palette } from "./palette.ts";
import type { Reference } from "./reference.ts";

const [KEY, KEY_WITH_MODIFIER] = ["v", "k"]; // open the palette; none of the site themes uses them

/** Returns a field as the palette lists it. */
function listed(field: Field) {
  return {
    path: field.path, type: field.typeWords, facets: field.facets.join(" "), schema: "", href: field.link.getAttribute("href") ?? "",
    value: field.first(".ys-meta > .ys-default > code")?.textContent ?? "", about: field.first(".ys-text")?.textContent ?? "",
  };
}

function isTyping(element: Element) {
  return (element instanceof HTMLElement && element.isContentEditable) || element.matches("input, textarea, select");
}

/** Whether a key opens the palette: a letter where nobody types, or one with the Control or Command key. */
function opensPalette({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (altKey || shiftKey) return false;
  if (ctrlKey || metaKey) return key === KEY_WITH_MODIFIER;
  return key === KEY && !(target instanceof Element && isTyping(target));
}

/**
 * Opens the dialog that finds fields in all references of the site, by keys and buttons. Its script comes with the first use.
 *
 * @param ofPage returns the references of the page
 */
export function openPalettes({ loadDialogs, loadJson }: Loading, ofPage: () => Reference[]) {
  const searched = () => ofPage().filter(({ isSearched, element }) => isSearched && element.isConnected);
  let palette: Palette | undefined;
  const open = async (query: string) => {
    const dialogs = await loadDialogs();
    const references = searched();
    if (!references.length) return;
    palette ??= new dialogs.Palette();
    const [{ labels, tools: { dataset: { palette: address } } }] = references;
    await palette.open(query, labels, {
      address: new URL(address ?? "", location.href),
      load: address ? loadJson : undefined,
      here: () => references.flatMap(({ fields }) => fields).filter((field) => !field.isRemoved).map(listed),
    });
  };
  document.addEventListener("click", ({ target }) => {
    const opener = target instanceof Element ? target.closest(".ys-cap, .ys-search") : null;
    if (opener) void open(opener.closest(".ys-tools")?.querySelector("input")?.value ?? "");
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !opensPalette(event) || !searched().length) return;
    event.preventDefault();
    void open("");
  });
}

/** The buttons that open the menus of fields. Their script comes with the first use. */
export class MenuOpener {
  #menu?: Menu;

  home: HTMLElement;
  context: MenuContext;
  load: Loading["loadDialogs"];

  /** @param home the element that menus are in while they are open */
  constructor(home: HTMLElement, context: MenuContext, load: Loading["loadDialogs"]) {
    this.home = home;
    this.context = context;
    this.load = load;
  }

  /** Gives a field the button that opens its menu, once. The name of the field is its one stop of the Tab key. */
  addButton(field: Field) {
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
   * @param how whether to close it instead if it is open
   */
  async open(field: Field, button: HTMLElement, how: { canClose?: boolean } = {}) {
    const { Menu } = await this.load();
    this.#menu ??= new Menu(this.home, this.context);
    this.#menu.open(field, button, how);
  }
}
