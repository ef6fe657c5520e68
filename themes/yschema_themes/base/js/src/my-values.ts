import { makeButton } from "./dom.ts";
import type { Field } from "./fields.ts";
import type { Loading } from "./loading.ts";

/** The pane of the second script. */
type Pane = { open: () => void, close: () => void, add: (anchor: string) => void };
type Script = { Pane: new (reference: HTMLElement, model: unknown, closed: () => void) => Pane };

/** The button that opens *My values*, whose script comes with the first click. */
export class MyValues {
  reference: HTMLElement;
  tools: HTMLElement;
  labels: Record<string, string>;
  load: Loading["loadMyValues"];
  pane?: Promise<Pane>;
  button: HTMLButtonElement;

  constructor(reference: HTMLElement, tools: HTMLElement, labels: Record<string, string>, load: Loading["loadMyValues"]) {
    this.reference = reference;
    this.tools = tools;
    this.labels = labels;
    this.load = load;
    this.button = makeButton({ className: "ys-copy ys-mine-open", textContent: labels.myValues, ariaExpanded: "false" }, () => void this.toggle());
  }

  async toggle() {
    const isOpen = this.button.ariaExpanded === "true";
    const pane = await this.#ready();
    if (isOpen) pane?.close();
    else pane?.open();
    if (pane) this.button.ariaExpanded = String(!isOpen);
  }

  async add(field: Field) {
    const pane = await this.#ready();
    pane?.add(field.anchor);
    if (pane) this.button.ariaExpanded = "true";
  }

  async #ready(): Promise<Pane | undefined> {
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
    const { Pane } = Reflect.get(globalThis, "yschemaMyValues") as Script;
    this.button.textContent = this.labels.myValues;
    return new Pane(this.reference, model, () => {
      this.button.ariaExpanded = "false";
      this.button.focus({ preventScroll: true });
    });
  }
}
