import { all } from "./dom.ts";
import { store, stored } from "./stored.ts";

const KEY = "yschema.view"; // of the choice that the browser keeps
const WIDE = "(width >= 1200px)"; // there is room for both beside each other

/** The switch between the fields, the values file, and both. */
export class Views {
  /** Whether both show once there is room. */
  #wantsBoth: boolean;

  reference: HTMLElement;
  switch: HTMLElement;
  host: { before: () => void, changed: () => void };
  wide = matchMedia(WIDE);

  constructor(reference: HTMLElement, switch_: HTMLElement, host: { before: () => void, changed: () => void }) {
    this.reference = reference;
    this.switch = switch_;
    this.host = host;
    this.#wantsBoth = reference.dataset.view === "both";
    this.wide.addEventListener("change", () => this.#fit());
    switch_.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) this.#choose(target.value);
    });
    this.#fit();
  }

  get #isWide() {
    return this.wide.matches;
  }

  /** `fields`, `both` or `yaml`. */
  get value() {
    return this.reference.dataset.view ?? "fields";
  }

  /** The view for the address; empty for the one that readers come to anyway. */
  get parameter() {
    if (this.value === "yaml") return "yaml";
    return this.value === "fields" && this.#isWide ? "fields" : "";
  }

  /** Goes back to both where there is room for them. */
  #fit() {
    if (this.#isWide && this.#wantsBoth && this.value === "fields") this.show("both");
    else if (!this.#isWide && this.value === "both") this.show("fields");
  }

  /** Takes over what the reader has chosen. Where there is no room for both, going back to the fields chooses nothing. */
  #choose(view: string) {
    store(KEY, view === "both" || (view === "fields" && !this.#isWide) ? null : view);
    this.set(view);
  }

  /** Takes over what the address tells, or else what the reader has chosen on any page. */
  start(view: string | null) {
    const chosen = view ?? stored(KEY);
    if (chosen) this.set(chosen);
  }

  set(view: string) {
    this.#wantsBoth = view === "both";
    this.show(view);
  }

  show(view: string) {
    const buttons = all(this.switch, "input").filter((input) => input instanceof HTMLInputElement);
    const chosen = buttons.find(({ value }) => value === view);
    if (!chosen) return;
    chosen.checked = true;
    if (view === this.value) return;
    this.host.before();
    this.reference.dataset.view = view;
    this.host.changed();
  }
}
