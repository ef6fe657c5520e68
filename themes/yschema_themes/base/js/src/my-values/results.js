import { make } from "../dom.js";
import { fill } from "../text.js";
import { showAtFields } from "./at-fields.js";
import { entryOf, explanation, uncheckedList } from "./list.js";

/** @import { Result } from "./check.js" */
/** @import { Navigation, Shown } from "./list.js" */

const MOST_SHOWN = 100; // findings

/** What a check has found: in a list below the editor, and at the fields of the reference. */
export class Results {
  /**
   * @param {HTMLElement} reference
   * @param {Record<string, string>} words
   * @param {Navigation} navigation
   */
  constructor(reference, words, navigation) {
    this.reference = reference;
    this.words = words;
    this.navigation = navigation;
    this.list = make("ol", { className: "ys-mine-findings" });
    this.unchecked = make("details", { className: "ys-opens ys-mine-unchecked" });
  }

  /**
   * @param {Result} result
   * @param {(finding: Result["findings"][number]) => Shown} shown gives a finding in words
   * @param {{ command: string, hasOwnCheck: boolean, isStarted: boolean, isUpgrade: boolean }} context the command checks what a page does not
   *   check; fields show nothing before the reader has started
   */
  show({ findings, unchecked, isTooLarge }, shown, { command, hasOwnCheck, isStarted, isUpgrade }) {
    const { words, navigation } = this;
    const first = findings.slice(0, MOST_SHOWN).map(shown);
    const entries = first.map((each) => entryOf(each, words, navigation));
    if (isUpgrade && entries.length) entries.push(commandEntry(command, words.migration));
    this.list.replaceChildren(...(isTooLarge ? [commandEntry(command, words.others)] : entries));
    this.list.hidden = !this.list.childElementCount;
    showAtFields(this.reference, isStarted ? first : [], words, navigation);
    this.unchecked.hidden = !unchecked.length;
    this.unchecked.replaceChildren(
      make("summary", { textContent: fill(words.unchecked, { number: unchecked.length }) }),
      make("ul", {}, ...uncheckedList(unchecked, words, navigation)),
      ...explanation(unchecked, hasOwnCheck, command, words));
  }
}

/**
 * @param {string} command
 * @param {string} about
 */
function commandEntry(command, about) {
  return make("li", { className: "ys-mine-warning" }, make("p", { textContent: about }),
    make("pre", { className: "ys-code", tabIndex: 0, textContent: command }));
}
