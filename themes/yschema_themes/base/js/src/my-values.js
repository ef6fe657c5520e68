import { makeButton } from "./dom.js";

/** @import { Field } from "./fields.js" */

/**
 * The pane of the second script.
 *
 * @typedef {{ open: () => void, close: () => void, add: (anchor: string) => void }} Pane
 * @typedef {{ Pane: new (reference: HTMLElement, model: unknown, closed: () => void) => Pane }} Script
 * @typedef {(tools: HTMLElement) => Promise<unknown>} LoadModel loads the second script, and returns the model
 */

/** The button that opens *My values*, whose script comes with the first click. */
export class MyValues {
  /**
   * @param {HTMLElement} reference
   * @param {HTMLElement} tools
   * @param {Record<string, string>} labels
   * @param {LoadModel} load
   */
  constructor(reference, tools, labels, load) {
    this.reference = reference;
    this.tools = tools;
    this.labels = labels;
    this.load = load;
    /** @type {Promise<Pane> | undefined} */
    this.pane = undefined;
    this.button = makeButton({ className: "ys-copy ys-mine-open", textContent: labels.myValues, ariaExpanded: "false" }, () => void this.toggle());
  }

  async toggle() {
    const isOpen = this.button.ariaExpanded === "true";
    const pane = await this.#ready();
    if (isOpen) pane?.close();
    else pane?.open();
    if (pane) this.button.ariaExpanded = String(!isOpen);
  }

  /** @param {Field} field */
  async add(field) {
    const pane = await this.#ready();
    pane?.add(field.anchor);
    if (pane) this.button.ariaExpanded = "true";
  }

  /** @returns {Promise<Pane | undefined>} */
  async #ready() {
    this.pane ??= this.#create();
    try {
      return await this.pane;
    } catch {
      this.pane = undefined; // the next click tries again
      this.button.textContent = this.labels.notLoaded;
      return undefined;
    }
  }

  async #create() {
    const model = await this.load(this.tools);
    const { Pane } = /** @type {Script} */ (Reflect.get(globalThis, "yschemaMyValues"));
    this.button.textContent = this.labels.myValues;
    return new Pane(this.reference, model, () => {
      this.button.ariaExpanded = "false";
      this.button.focus({ preventScroll: true });
    });
  }
}

/**
 * Returns the button of a reference whose schema a page can check.
 *
 * @param {HTMLElement} reference
 * @param {HTMLElement} tools
 * @param {Record<string, string>} labels
 * @param {LoadModel | undefined} load
 */
export function createMyValues(reference, tools, labels, load) {
  return load && "mine" in tools.dataset ? new MyValues(reference, tools, labels, load) : undefined;
}
