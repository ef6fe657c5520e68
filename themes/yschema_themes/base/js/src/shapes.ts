import { all, hide, make, need, neighborAt, one } from "./dom.ts";
import { BOX } from "./fields.ts";

/** What the server says of a shape; fields are named by their anchors. */
interface ShapeData {
  name: string;
  fields: string[]; // those that not all shapes have
  required: string[];
  values: Record<string, string[]>; // the only values of fields, as YAML
  types: Record<string, string>; // of fields that other shapes have with other types
}

/** Its panel is what is said of it. */
type Shape = { set: ShapeSet, panel: HTMLElement, tab: HTMLElement } & ShapeData;
type ShapeSet = { list: HTMLElement, shapes: Shape[], chosen: Shape | undefined };

let count = 0; // of shapes, for their ids

function dataOf(panel: Element): ShapeData {
  const data = panel instanceof HTMLElement ? panel.dataset.shape : undefined;
  return { name: "", fields: [], required: [], values: {}, types: {}, ...JSON.parse(data ?? "{}") };
}

function rowOf(anchor: string) {
  return document.getElementById(anchor)?.closest(BOX) as HTMLElement | null | undefined;
}

/** Puts a list of shapes and its tabs above the fields that they are about. */
function place(list: HTMLElement, tabs: HTMLElement, reference: HTMLElement) {
  const around = list.parentElement as HTMLElement;
  const term = around.previousElementSibling;
  const heading = (list.previousElementSibling ?? term) as HTMLElement;
  tabs.ariaLabel = heading.innerText.trim().replace(/:$/, "");
  const fields = need(list.closest(BOX) ?? reference, ":scope > .ys-below, :scope > * > .ys-fields");
  fields.prepend(make("div", { className: "ys-alternatives" }, make("p", { textContent: tabs.ariaLabel }), tabs, list));
  heading.remove();
  if (around.childElementCount) return;
  term?.remove();
  around.remove();
}

/** Writes a value on the line of a key, if one is there. */
function writeValue({ nextSibling: colon }: Element, yaml: string) {
  const value = colon?.nextSibling ?? colon;
  if (value instanceof Text) value.data = `: ${yaml}\n`;
  else if (value?.textContent?.trim()) value.textContent = yaml;
}

/** The shapes that values of a map may have, as tabs: of the fields that not all shapes have, those of one shape show. */
export class Shapes {
  labels: Record<string, string>;
  changed: () => void;
  sets: ShapeSet[] = [];

  constructor(reference: HTMLElement, labels: Record<string, string>, changed: () => void) {
    this.labels = labels;
    this.changed = changed;
    for (const list of all(reference, ".ys-shapes:has(> [data-shape])")) {
      const [anchor] = all(list, "[data-shape]").flatMap((panel) => dataOf(panel).fields);
      if (rowOf(anchor)) this.#addTabs(list, reference); // a map with a page of its own has no rows here
    }
    this.#show();
    reference.addEventListener("beforematch", ({ target }) => { if (target instanceof Element) this.reveal(target); });
  }

  /** Gives a list of shapes tabs. */
  #addTabs(list: HTMLElement, reference: HTMLElement) {
    const tabs = make("div", { role: "tablist", className: "ys-tabs" });
    if (list.parentElement?.matches("[role=tabpanel]")) list.before(tabs); // shapes of a shape
    else place(list, tabs, reference);
    list.setAttribute("role", "presentation");
    const set: ShapeSet = { list, shapes: [], chosen: undefined };
    set.shapes = [...list.children].map((panel) => this.#shape(panel as HTMLElement, set));
    [set.chosen] = set.shapes;
    tabs.append(...set.shapes.map(({ tab }) => tab));
    tabs.addEventListener("keydown", (event) => this.#onKey(event, set));
    this.sets.push(set);
  }

  #shape(panel: HTMLElement, set: ShapeSet): Shape {
    const data = dataOf(panel);
    panel.id = `ys-shape-${++count}`;
    const tab = make("button", { type: "button", role: "tab", id: `${panel.id}-tab`, textContent: data.name });
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    const shape = { set, panel, tab, ...data };
    tab.addEventListener("click", () => this.choose(shape));
    return shape;
  }

  #onKey(event: KeyboardEvent, { shapes, list, chosen }: ShapeSet) {
    const arrows = ["ArrowLeft", "ArrowRight"];
    const shape = neighborAt(shapes, chosen, event.key, list.matches(":dir(rtl)") ? arrows.reverse() : arrows);
    if (!shape || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.choose(shape);
    shape.tab.focus();
  }

  choose(shape: Shape) {
    this.#open(shape);
    this.#show();
    this.changed();
  }

  /** Chooses a shape, and those that it is in. */
  #open(shape: Shape) {
    shape.set.chosen = shape;
    const around = this.shapes.find(({ panel }) => panel === shape.set.list.parentElement);
    if (around) this.#open(around);
  }

  get shapes() {
    return this.sets.flatMap(({ shapes }) => shapes);
  }

  /** The shapes that show: those chosen, and in them. */
  get chosen() {
    return this.sets.flatMap(({ chosen, list }) => (chosen && !list.parentElement?.closest("[role=tabpanel][hidden]") ? [chosen] : []));
  }

  /** The anchors of the fields that do not show. */
  get others() {
    const shown = new Set(this.chosen.flatMap(({ fields }) => fields));
    return new Set(this.shapes.flatMap(({ fields }) => fields).filter((anchor) => !shown.has(anchor)));
  }

  /** Shows the chosen shapes and their fields, as far as a filter leaves them, with what these shapes say of them. */
  #show() {
    for (const { set, tab, panel } of this.shapes) {
      const isChosen = set.chosen?.tab === tab;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      hide(panel, !isChosen);
    }
    const { chosen, shapes, others } = this;
    for (const anchor of this.anchors) {
      const row = rowOf(anchor);
      if (!row) continue;
      row.classList.add("ys-of-shapes");
      if (row.getAttribute("hidden") !== "") hide(row, others.has(anchor));
      const having = others.has(anchor) ? shapes.filter(({ fields }) => fields.includes(anchor)) : chosen;
      this.#mark(row, anchor, having);
    }
  }

  /** @param having shapes with the field */
  #mark(row: HTMLElement, anchor: string, having: Shape[]) {
    const isRequired = having.some(({ required }) => required.includes(anchor));
    for (const badge of all(row, ":scope > .ys-meta > :is(.ys-optional, .ys-needed)")) {
      badge.className = `ys-badge ${isRequired ? "ys-required ys-needed" : "ys-optional"}`;
      badge.textContent = isRequired ? this.labels.needed : this.labels.optional;
    }
    const [own] = having.flatMap(({ types }) => types[anchor] ?? []);
    for (const type of own ? all(row, ":scope > .ys-meta > .ys-type") : []) type.textContent = own;
    const values = having.flatMap((shape) => shape.values[anchor] ?? []);
    for (const chip of all(row, ":scope > .ys-content .ys-chips > code")) chip.hidden = values.length > 0 && !values.includes(chip.textContent ?? "");
  }

  /** The anchors of the fields of which shapes say something. */
  get anchors() {
    return new Set(this.shapes.flatMap(({ fields, required, types }) => [...fields, ...required, ...Object.keys(types)]));
  }

  /** Writes in a line of the values file what the chosen shapes say of its field: whether it is set, and the only value. */
  showLine(key: HTMLElement, anchor: string) {
    const fold = key.closest(".ys-optional");
    if (fold instanceof HTMLDetailsElement) fold.open = true;
    fold?.classList.add("ys-of-shapes");
    const isSet = this.chosen.some(({ required }) => required.includes(anchor));
    if ("off" in key.dataset || key.previousSibling?.textContent?.endsWith("#")) {
      const before = key.previousSibling as Text;
      before.data = before.data.replace(/#?$/, isSet ? "" : "#");
      key.dataset.off = "";
      key.parentElement?.classList.toggle("ys-comment", !isSet);
    }
    const [only] = this.chosen.flatMap(({ values }) => values[anchor] ?? []);
    if (only !== undefined) writeValue(key, only);
  }

  /** Chooses the shapes of the fields around an element, and those whose description it is in. */
  reveal(target: Element) {
    const { others } = this;
    const around = this.shapes.filter(({ panel }) => panel.contains(target));
    for (let row = target.closest(BOX); row; row = row.parentElement?.closest(BOX) ?? null) {
      const anchor = one(row, ":scope > .ys-key")?.id ?? "";
      const shape = others.has(anchor) && this.shapes.find(({ fields }) => fields.includes(anchor));
      if (shape) around.push(shape);
    }
    for (const shape of around) if (!this.chosen.includes(shape)) this.choose(shape);
  }

  /** The names of the chosen shapes by the anchors of the fields that have them. */
  get names() {
    const names: Map<string, string> = new Map();
    for (const { panel, name } of this.chosen) {
      const anchor = one(panel.closest(BOX) ?? panel, ":scope > .ys-key")?.id ?? "";
      names.set(anchor, names.has(anchor) ? `${names.get(anchor)}, ${name}` : name);
    }
    return names;
  }

  /** Shows what a filter has left: a tab that has something of it, and how much each has. */
  setFiltered(isFiltered: boolean) {
    const number = ({ fields }: Shape) => fields.filter((anchor) => rowOf(anchor)?.getAttribute("hidden") !== "").length;
    for (const { shapes, chosen } of this.sets) {
      const numbers = shapes.map((shape) => (isFiltered ? number(shape) : 0));
      shapes.forEach(({ tab }, index) => { tab.dataset.found = numbers[index] ? ` ${numbers[index]}` : ""; });
      const found = numbers.findIndex(Boolean);
      if (chosen && found >= 0 && !numbers[shapes.indexOf(chosen)]) this.#open(shapes[found]);
    }
    this.#show();
  }
}
