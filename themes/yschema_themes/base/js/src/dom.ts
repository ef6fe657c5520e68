import { idOf } from "./text.ts";

const GAP = 4; // pixels between a button and its menu

/** Returns a new element. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>, ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** Returns a new button. */
export function makeButton(properties: Partial<HTMLButtonElement>, act: () => void) {
  const button = make("button", { type: "button", ...properties });
  button.addEventListener("click", act);
  return button;
}

/** Hides an element from readers, but not from the browser's own search, or shows it. */
export function hide(element: HTMLElement, isHidden: boolean) {
  if (isHidden) element.setAttribute("hidden", "until-found");
  else element.removeAttribute("hidden");
}

/** Returns the elements inside another one that match a selector. */
export function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/** Returns the first element inside another one that matches a selector. */
export function one(root: ParentNode, selector: string): HTMLElement | undefined {
  const element = root.querySelector(selector);
  return element instanceof HTMLElement ? element : undefined;
}

/** Returns an element that the templates always write. */
export function need(root: ParentNode, selector: string) {
  const element = one(root, selector);
  if (!element) throw new Error(`no element matches ${selector}`);
  return element;
}

/** Returns the element that a hash leads to. A name that readers choose may be in the place of its placeholder. */
export function linkedElement(hash: string) {
  const id = idOf(hash);
  return id ? document.getElementById(id) ?? document.getElementById(withPlaceholders(id)) : null;
}

/** Returns the id of a field with placeholders in place of names that no field has. */
function withPlaceholders(id: string) {
  return id.split(".").reduce((above, name) => {
    const known = `${above}.${name}`;
    return document.getElementById(known) ? known : `${above}._`;
  });
}

/** Returns the `details` elements around an element, from the inside out. */
export function* detailsAround(element: Element) {
  for (let box = element.closest("details"); box; box = box.parentElement?.closest("details") ?? null) yield box;
}

/** Places a menu at its button. */
export function placeBelow(menu: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + GAP;
  const top = below + height > window.innerHeight ? Math.max(GAP, at.top - height - GAP) : below;
  const left = getComputedStyle(button).direction === "rtl" ? at.left : at.right - width;
  menu.style.inset = `${top}px auto auto ${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
}

/**
 * Returns what a key leads to in a list that goes round: an arrow to a neighbor, Home and End to the ends; undefined for other
 * keys.
 *
 * @param arrows the one that leads back, and the one that leads on
 */
export function neighborAt<T>(list: readonly T[], current: unknown, key: string, [back, on]: readonly string[]) {
  const at = list.indexOf(current as T);
  const index = new Map([[back, at - 1], [on, at + 1], ["Home", 0], ["End", -1]]).get(key);
  return index === undefined ? undefined : list.at(index % list.length);
}
