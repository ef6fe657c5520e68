import { all, make, makeButton } from "../dom.ts";
import { fill } from "../text.ts";
import type { Result, Unchecked } from "./check.ts";
import type { Finding, Text } from "./findings.ts";
import type { Fix } from "./edits.ts";

type Shown = { finding: Finding, text: Text, fix?: Fix };
export type Navigation = { goToLine: (line: number) => void, goToField: (anchor: string) => void, fix: (fix: Fix) => void };
/** The command checks what a page does not check; fields show nothing before the reader has started. */
type Context = { command: string, hasOwnCheck: boolean, isStarted: boolean, isUpgrade: boolean };

const MOST_SHOWN = 100; // findings
const ANNOUNCED_AFTER = 900; // milliseconds without typing until the status is announced

/** What a check has found: in a list below the editor, and at the fields of the reference. */
export class Results {
  reference: HTMLElement;
  words: Record<string, string>;
  navigation: Navigation;
  list = make("ol", { className: "ys-mine-findings" });
  unchecked = make("details", { className: "ys-opens ys-mine-unchecked" });

  constructor(reference: HTMLElement, words: Record<string, string>, navigation: Navigation) {
    this.reference = reference;
    this.words = words;
    this.navigation = navigation;
  }

  /** @param shown gives a finding in words */
  show({ findings, unchecked, isTooLarge }: Result, shown: (finding: Finding) => Shown, context: Context) {
    const { words } = this;
    const { command, hasOwnCheck, isStarted, isUpgrade } = context;
    const first = findings.slice(0, MOST_SHOWN).map(shown);
    const entries = first.map((each) => this.#entryOf(each));
    const ofCommand = (about: string) => make("li", { className: "ys-mine-warning" }, ...byCommand(command, about));
    if (isUpgrade && entries.length) entries.push(ofCommand(words.migration));
    this.list.replaceChildren(...(isTooLarge ? [ofCommand(words.others)] : entries));
    this.list.hidden = !this.list.childElementCount;
    this.#showAtFields(isStarted ? first : []);
    this.unchecked.hidden = !unchecked.length;
    this.unchecked.replaceChildren(
      make("summary", { textContent: fill(words.unchecked, { number: unchecked.length }) }),
      make("ul", {}, ...unchecked.map((each) => this.#uncheckedEntry(each))),
      ...(unchecked.some(({ isNeverChecked }) => !isNeverChecked) ? byCommand(command, hasOwnCheck ? words.others : words.functions) : []),
      ...(unchecked.some(({ isNeverChecked }) => isNeverChecked) ? [make("p", { textContent: words.notRun })] : []));
  }

  #entryOf(shown: Shown) {
    const { finding, text } = shown;
    const facts = text.facts.flatMap(([name, fact]) => [make("dt", { textContent: this.words[name] }), make("dd", {}, ...withCode(fact))]);
    const name = (path: string) => (path === text.path ? this.#fieldLink(path, finding.anchor) : undefined);
    return make("li", { className: `ys-mine-${text.severity}` },
      make("p", {}, ...this.#sentenceOf(shown, name)), ...(facts.length ? [make("dl", {}, ...facts)] : []));
  }

  /** @param unchecked a rule */
  #uncheckedEntry({ field, words: rule }: Unchecked) {
    return make("li", {}, this.#fieldLink(field.path || this.words.document, field.anchor), this.words.colon + rule);
  }

  /**
   * Returns what a finding says: its line, the sentence and the hint, what fixes it, and its code.
   *
   * @param nameOf returns what stands for a name in the sentence, if it is not code
   */
  #sentenceOf({ finding: { line }, text, fix }: Shown, nameOf?: (name: string) => Node | undefined): (Node | string)[] {
    const { words, navigation } = this;
    return [
      ...(line ? [button(fill(words.line, { line }), () => navigation.goToLine(line)), " "] : []),
      make("span", { className: "ys-visually-hidden", textContent: `${words[text.severity]}${words.colon}` }),
      make("span", { className: "ys-mine-says" }, ...withCode(text.message, nameOf)), " ",
      ...(text.hint ? [make("span", { className: "ys-mine-says" }, ...withCode(text.hint)), " "] : []),
      ...(fix ? [button(fix.label, () => navigation.fix(fix)), " "] : []),
      make("code", { className: "ys-mine-code", textContent: text.code }),
    ];
  }

  /** Returns the path of a field as a link, if the page shows the field. */
  #fieldLink(path: string, anchor: string | undefined) {
    if (!anchor || !document.getElementById(anchor)) return make("code", { textContent: path });
    const link = make("a", { href: `#${anchor}` }, make("code", { textContent: path }));
    link.addEventListener("click", () => this.navigation.goToField(anchor));
    return link;
  }

  /** Shows findings at their fields, in place of those there. */
  #showAtFields(shown: readonly Shown[]) {
    for (const note of all(this.reference, ".ys-mine-note")) note.remove();
    for (const each of shown) {
      const place = this.#placeAt(each.finding.anchor, ":scope.ys-map > .ys-content, :scope.ys-field > .ys-meta");
      if (!place) continue;
      const note = make("p", { className: `ys-mine-note ys-mine-${each.text.severity}` }, ...this.#sentenceOf(each));
      for (const link of all(note, "button")) link.tabIndex = -1;
      note.dataset.searchExclude = "";
      place.after(note);
    }
  }

  /** Marks the fields that a reader has set, in place of those marked before, and tells in the contents how many each map has. */
  markSet(anchors: ReadonlySet<string>) {
    for (const mark of all(this.reference, ".ys-mine-set")) mark.remove();
    for (const mark of all(document, "a > .ys-number")) {
      const { hash } = mark.parentElement as HTMLAnchorElement;
      const number = [...anchors].filter((anchor) => `#${anchor}`.startsWith(`${hash}.`)).length;
      mark.dataset.set = number ? ` ${fill(this.words.setCount, { number })}` : "";
    }
    for (const anchor of anchors) {
      this.#placeAt(anchor, ":scope > .ys-meta")?.append(make("span", { className: "ys-mine-set", textContent: this.words.set }));
    }
  }

  /** Returns a part of a row of the reference, or its heading. */
  #placeAt(anchor: string | undefined, part: string) {
    const heading = document.getElementById(anchor ?? "");
    const place = heading?.parentElement?.querySelector(part) ?? heading;
    return place && this.reference.contains(place) ? place : undefined;
  }
}

/**
 * Returns a text of the catalog, in which names are between backticks, with names as code.
 *
 * @param nameOf returns what stands for a name instead
 */
function withCode(text: string, nameOf: (name: string) => Node | undefined = () => undefined) {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? nameOf(part) ?? make("code", { textContent: part }) : part))
    .filter(Boolean);
}

function byCommand(command: string, about: string) {
  return [make("p", { textContent: about }), make("pre", { className: "ys-code", tabIndex: 0, textContent: command })];
}

/** Returns a button. */
export function button(label: string, act: () => void) {
  return makeButton({ className: "ys-copy", textContent: label }, act);
}

/** The line that says how many findings there are, and what has been done: at once to see, and after a pause to hear. */
export class Status {
  element = make("p", { className: "ys-mine-status" });
  announced = make("p", { className: "ys-visually-hidden", role: "status" });
  timer = 0;

  /** Says how the values are. What is said already is not repeated, and the first status is to hear at once. */
  tell(text: string) {
    const { textContent: last } = this.element;
    if (text !== last) this.say(text, last ? ANNOUNCED_AFTER : 0);
  }

  /**
   * @param text to see at once
   * @param pause in milliseconds, after which it is to hear
   */
  say(text: string, pause = 0) {
    this.element.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.announced.textContent = text; }, pause);
  }
}
