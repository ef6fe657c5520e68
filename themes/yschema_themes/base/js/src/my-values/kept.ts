import { store, stored } from "../stored.ts";

const TAB = "sessionStorage";

/** The text that the browser keeps: in the tab, and longer for a reader who asks for it. */
export class Kept {
  key: string;

  /**
   * @param name of the schema
   * @param model the address of the model, whose folder all pages of a schema share; empty if it is in the page
   */
  constructor(name: string, model: string) {
    this.key = `yschema values ${new URL(model && ".", new URL(model, location.href)).pathname} ${name}`;
  }

  /** What the reader has written, in this page or one before it in the tab. */
  get written() {
    return this.text ?? stored(this.key, TAB) ?? "";
  }

  set written(text) {
    store(this.key, text || null, TAB);
  }

  /** The text; null if there is none. */
  get text() {
    return stored(this.key);
  }

  /** @param text null to forget it */
  set text(text: string | null) {
    store(this.key, text);
  }
}
