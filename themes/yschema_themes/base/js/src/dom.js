import { idOf } from "./text.js";

const GAP = 4; // pixels between a button and its menu

/**
 * Returns a new element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/**
 * Returns a new button.
 *
 * @param {Partial<HTMLButtonElement>} properties
 * @param {() => void} act
 */
export function makeButton(properties, act) {
  const button = make("button", { type: "button", ...properties });
  button.addEventListener("click", act);
  return button;
}

/**
 * Hides an element from readers, but not from the browser's own search, or shows it.
 *
 * @param {HTMLElement} element
 * @param {boolean} isHidden
 */
export function hide(element, isHidden) {
  if (isHidden) element.setAttribute("hidden", "until-found");
  else element.removeAttribute("hidden");
}

/**
 * Returns the elements inside another one that match a selector.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function all(root, selector) {
  return [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/**
 * Returns the first element inside another one that matches a selector.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement | undefined}
 */
export function one(root, selector) {
  const element = root.querySelector(selector);
  return element instanceof HTMLElement ? element : undefined;
}

/**
 * Returns an element that the templates always write.
 *
 * @param {ParentNode} root
 * @param {string} selector
 */
export function need(root, selector) {
  const element = one(root, selector);
  if (!element) throw new Error(`no element matches ${selector}`);
  return element;
}

/**
 * Returns the element that a hash leads to. A name that readers choose may be in the place of its placeholder.
 *
 * @param {string} hash
 */
export function linkedElement(hash) {
  const id = idOf(hash);
  return id ? document.getElementById(id) ?? document.getElementById(withPlaceholders(id)) : null;
}

/**
 * Returns the id of a field with placeholders in place of names that no field has.
 *
 * @param {string} id
 */
function withPlaceholders(id) {
  return id.split(".").reduce((above, name) => {
    const known = `${above}.${name}`;
    return document.getElementById(known) ? known : `${above}._`;
  });
}

/**
 * Returns the `details` elements around an element, from the inside out.
 *
 * @param {Element} element
 */
export function* detailsAround(element) {
  for (let box = element.closest("details"); box; box = box.parentElement?.closest("details") ?? null) yield box;
}

/**
 * Places a menu at its button.
 *
 * @param {HTMLElement} menu
 * @param {HTMLElement} button
 */
export function placeBelow(menu, button) {
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
 * @template T
 * @param {readonly T[]} list
 * @param {unknown} current
 * @param {string} key
 * @param {readonly string[]} arrows the one that leads back, and the one that leads on
 */
export function neighborAt(list, current, key, [back, on]) {
  const at = list.indexOf(/** @type {T} */ (current));
  const index = new Map([[back, at - 1], [on, at + 1], ["Home", 0], ["End", -1]]).get(key);
  return index === undefined ? undefined : list.at(index % list.length);
}
