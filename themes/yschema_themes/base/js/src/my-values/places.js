import { firstIndex } from "../lists.js";

/** The lines of a text. */
export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /**
   * Returns the number of the line of an offset, from 1.
   *
   * @param {number} offset
   */
  line(offset) {
    return firstIndex(this.starts, (start) => start > offset);
  }

  /**
   * Returns the column of an offset, from 0.
   *
   * @param {number} offset
   */
  column(offset) {
    return offset - this.starts[this.line(offset) - 1];
  }
}
