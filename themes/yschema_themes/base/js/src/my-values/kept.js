import { store, stored } from "../stored.js";

/** @type {Map<string, string>} what readers have written, for pages that a script shows in place of others */
const written = new Map();

/** The text that the browser keeps for a reader who asks for it. */
export class Kept {
  /**
   * @param {string} name of the schema
   * @param {string} model the address of the model, which all pages of a schema share; empty if it is in the page
   */
  constructor(name, model) {
    this.key = `yschema values ${new URL(model, location.href).pathname} ${name}`;
  }

  /** What the reader has written, in this page or one before it. */
  get written() {
    return this.text ?? written.get(this.key) ?? "";
  }

  set written(text) {
    written.set(this.key, text);
  }

  /** The text; null if there is none. */
  get text() {
    return stored(this.key);
  }

  /** @param {string | null} text null to forget it */
  set text(text) {
    store(this.key, text);
  }
}
