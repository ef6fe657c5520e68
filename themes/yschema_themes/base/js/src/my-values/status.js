import { make } from "../dom.js";

const ANNOUNCED_AFTER = 900; // milliseconds without typing until the status is announced

/** The line that says how many findings there are, and what has been done: at once to see, and after a pause to hear. */
export class Status {
  constructor() {
    this.element = make("p", { className: "ys-mine-status" });
    this.announced = make("p", { className: "ys-visually-hidden", role: "status" });
    this.timer = 0;
  }

  /**
   * Says how the values are. What is said already is not repeated, and the first status is to hear at once.
   *
   * @param {string} text
   */
  tell(text) {
    const { textContent: last } = this.element;
    if (text !== last) this.say(text, last ? ANNOUNCED_AFTER : 0);
  }

  /**
   * @param {string} text to see at once
   * @param {number} pause in milliseconds, after which it is to hear
   */
  say(text, pause = 0) {
    this.element.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.announced.textContent = text; }, pause);
  }
}
