/** @type {Map<string, string>} what readers have written, for pages that a script shows in place of others */
const written = new Map();

/** The text that the browser keeps for a reader who asks for it. Browsers may forbid that. */
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
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  /** @param {string | null} text null to forget it */
  set text(text) {
    try {
      if (text === null) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      // The text is in the page all the same.
    }
  }
}
