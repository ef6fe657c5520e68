import { Contents } from "./contents.ts";
import { addCopyButtons, addYamlHead } from "./copy.ts";
import { Density, ViewMenu } from "./density.ts";
import { all, need, one } from "./dom.ts";
import { Facets } from "./facets.ts";
import { BOX, fieldsOf, type Field } from "./fields.ts";
import { Filter } from "./filter.ts";
import { Folds } from "./folds.ts";
import { Keyboard } from "./keyboard.ts";
import { MapPageLink } from "./map-pages.ts";
import { MenuOpener } from "./openers.ts";
import { MyValues } from "./my-values.ts";
import { Place, Where, fieldBeingRead, fieldsInWindow } from "./reading.ts";
import { Shapes } from "./shapes.ts";
import { isFacet } from "./text.ts";
import { ValuesView, type FieldLines } from "./values-view.ts";
import { Views } from "./views.ts";
import type { Entry } from "./entry.ts";
import type { Loading } from "./loading.ts";
import type { Match } from "./highlight.ts";

const FEW = 8; // fields are fewer where readers see all of them

/** What a reference needs of its page. */
interface Host {
  look: () => void; // looks at what is in the window
  changed: () => void; // learns that a filter, a view or a density has changed
  mapParameter: string; // the parameter by which the pages of maps get a query
  query?: string | null; // the query in the address, which the page of a small map may get from the overview
  loading: Loading;
}

/** One reference in the page, the element `.ys`. */
export class Reference {
  #knownFields?: Field[];

  element: HTMLElement;
  host: Host;
  tools: HTMLElement;
  labels: Record<string, string>;
  reading?: string; // the field that is being read
  mine?: MyValues;
  menu: MenuOpener;
  mapPages: Map<HTMLElement, MapPageLink>;
  place: Place;
  density: Density;
  views: Views | undefined;
  shapes: Shapes;
  folds: Folds;
  filter: Filter | undefined;
  keyboard: Keyboard;
  values?: ValuesView;
  where?: Where;
  facets?: Facets;
  contents?: Contents;

  constructor(element: HTMLElement, host: Host) {
    this.element = element;
    this.host = host;
    this.tools = need(element, ".ys-tools");
    this.labels = JSON.parse(this.tools.dataset.words ?? "{}");
    if ("mine" in this.tools.dataset) this.mine = new MyValues(element, this.tools, this.labels, host.loading.loadMyValues);
    this.menu = new MenuOpener(element, {
      labels: this.labels,
      mine: this.mine,
      edit: this.tools.dataset.edit,
      around: JSON.parse(this.tools.dataset.around ?? "[]"), // the reference may be a part of a schema
    }, host.loading.loadDialogs);
    this.mapPages = new Map(all(element, "[data-paths]").map((place) => [place, new MapPageLink(place, this.labels)]));
    this.place = new Place(this);
    this.density = new Density(element, this.labels, () => this.#onDensity());
    this.views = this.#createViews();
    this.shapes = new Shapes(element, this.labels, () => {
      this.values?.showShapes(this.shapes);
      host.look();
    });
    const yaml = one(element, ".ys-yaml");
    if (yaml) this.#addValues(yaml);
    this.folds = new Folds(all(element, ".ys-fold"), this.labels);
    this.filter = this.#createFilter();
    this.#fillBar();
    addCopyButtons(element, this.labels);
    this.keyboard = new Keyboard(this);
    element.addEventListener("click", ({ target }) => {
      const button = target instanceof HTMLElement ? target.closest(".ys-more") : null;
      const field = button && this.fieldAt(button);
      if (field && button instanceof HTMLElement) void this.menu.open(field, button, { canClose: true });
    });
  }

  /** Returns the field whose row holds an element. */
  fieldAt(element: Element) {
    const box = element.closest(BOX);
    return this.fields.find((field) => field.box === box);
  }

  #addValues(yaml: HTMLElement) {
    this.values = new ValuesView(yaml);
    this.values.showShapes(this.shapes);
    addYamlHead(yaml, this.element, this.labels);
  }

  #createViews() {
    const choice = one(this.element, ".ys-main > .ys-views");
    if (!choice || (!this.host.loading.loadValues && !one(this.element, ".ys-yaml"))) return undefined;
    let kept: string | undefined;
    return new Views(this.element, choice, {
      before: () => { kept = this.place.kept; },
      changed: () => {
        this.loadValues();
        if (kept) this.place.goTo(kept);
        this.host.changed();
        this.host.look();
      },
    });
  }

  /** A page of many fields gets the values file once it shows. */
  loadValues() {
    if (!this.views || this.views.value === "fields" || this.values) return;
    void this.host.loading.loadValues?.(this.element, (isLoaded) => {
      const yaml = one(this.element, ".ys-yaml");
      if (isLoaded && yaml && !this.values) {
        this.#addValues(yaml);
        if (this.filter?.isOn) this.#showValues();
        if (this.showsValues && this.reading !== undefined) this.place.goTo(this.reading);
      }
      this.host.look();
    });
  }

  /** The fields that have rows, read once they are needed. */
  get fields() {
    this.#knownFields ??= fieldsOf(this.element);
    return this.#knownFields;
  }

  /** Whether fields have rows, and are not in the values file alone. */
  get #hasBoxes() {
    return this.element.getElementsByClassName("ys-name").length > 0;
  }

  get entries(): Entry[] {
    return this.#hasBoxes ? this.fields : this.values?.fields ?? [];
  }

  /** Whether the values file shows alone. */
  get showsValues() {
    return !this.#hasBoxes || this.views?.value === "yaml";
  }

  /** How many fields there are, without removed ones. */
  get total() {
    const removed = this.element.getElementsByClassName("ys-is-removed").length;
    const here = this.#hasBoxes ? this.element.getElementsByClassName("ys-name").length - removed : this.values?.total ?? 0;
    return [...this.mapPages.values()].reduce((sum, page) => sum + page.total, here);
  }

  /** Whether the palette finds its fields. */
  get isSearched() {
    return "filter" in this.tools.dataset && this.total > 0;
  }

  #createFilter() {
    const { total } = this;
    if (!("filter" in this.tools.dataset) || total < (this.host.query ? 1 : FEW)) return undefined;
    return new Filter(this.tools, this.labels, total, {
      entries: () => this.entries,
      mapPages: this.mapPages,
      mapParameter: this.host.mapParameter,
      loading: this.host.loading,
      show: () => this.#showFiltered(),
      scrollToFirst: () => this.scrollToFirst(),
      focusFirst: () => this.keyboard.focusFirst(),
    });
  }

  /** Fills the bar that stays in reach. */
  #fillBar() {
    const { views, mine, labels, tools } = this;
    if (views) tools.append(Object.assign(views.switch, { hidden: false }));
    if (this.#hasBoxes && (this.filter || this.folds.byParent.size)) {
      const { button, menu } = new ViewMenu(labels, this.density, this.folds);
      tools.append(button, menu);
    }
    if (mine) tools.append(mine.button);
    if (this.filter) tools.append(this.filter.bar.line);
    if (one(this.element, ".ys-below")) {
      this.where = new Where(labels.where);
      tools.append(this.where.element);
    }
    tools.hidden = !tools.childElementCount;
  }

  /** Reads what needs all fields, in two steps, each once the browser has time. */
  *readFields() {
    if (!this.#hasBoxes || !this.filter) return;
    this.facets = new Facets(this.filter.bar.line, this.fields, this.filter, this.labels);
    yield;
    this.contents = new Contents(this.fields);
    if (this.filter.isOn) this.contents.show(this.fields, true);
  }

  #onDensity() {
    if (this.reading !== undefined && window.scrollY > 0) this.place.goTo(this.reading);
    this.host.changed();
    this.host.look();
  }

  #showFiltered() {
    if (this.#hasBoxes) this.#showBoxes();
    const isOn = Boolean(this.filter?.isOn);
    this.shapes.setFiltered(isOn);
    if (this.values) this.#showValues();
    this.folds.setFiltered(isOn);
    this.facets?.show(this.filter?.query ?? "");
    this.contents?.show(this.fields, isOn);
    this.host.changed();
  }

  #showValues() {
    if (!this.values) return;
    this.values.showShapes(this.shapes);
    const byAnchor = this.#hasBoxes ? new Map(this.fields.map((field) => [field.anchor, field])) : undefined;
    const isWanted = (lines: FieldLines) =>
      Boolean(byAnchor ? byAnchor.get(lines.anchor)?.isWanted : lines.isWanted);
    this.values.narrow(this.filter?.isOn ? isWanted : undefined);
    for (const [, { link }] of this.filter?.mapEntries ?? []) this.values.copyMapLink(link);
  }

  /** Shows the rows of wanted fields. Rows inside one that does not show stay as they are. */
  #showBoxes() {
    for (let i = 0; i < this.fields.length;) {
      const field = this.fields[i];
      if (field.isHidden === field.isWanted) {
        field.isHidden = !field.isWanted;
        field.box.hidden = field.isHidden;
      }
      i = field.isWanted ? i + 1 : field.end;
    }
  }

  /** Where the bar ends, and the headings of columns below it, in pixels from the top of the window. */
  get top() {
    return Math.max(...all(this.element, ".ys-tools, .ys-where, .ys-columns").map((part) => part.getBoundingClientRect().bottom));
  }

  /** Scrolls to the first match if it is above the window. */
  scrollToFirst() {
    const first = this.showsValues ? this.values?.firstLine : this.fields.find((field) => field.isWanted)?.box;
    if (!first || !this.filter?.query) return;
    const gap = first.getBoundingClientRect().top - this.top;
    if (gap < 0) window.scrollBy({ top: gap - 8, behavior: "instant" });
  }

  /** Makes an element visible that a link leads to. */
  reveal(target: Element) {
    if (target.closest("[hidden]:not([hidden=until-found])")) this.filter?.clear();
    if (this.views?.value === "yaml" && !target.closest(".ys-values")) this.views.set("fields");
    this.shapes.reveal(target);
    this.folds.openAround(target);
    this.density.reveal(target);
  }

  /**
   * Looks at the fields in the window: gives them their buttons, and tells where in the reference the reader is.
   *
   * @returns the matches of the filter there
   */
  look(): Match[] {
    // All fields are measured before any changes.
    const shown = this.showsValues ? [] : [...fieldsInWindow(this.fields.filter((field) => !field.parent), this.folds)];
    this.#follow(shown);
    for (const field of shown) this.menu.addButton(field);
    if (!this.filter?.isOn) return [];
    if (this.showsValues) return this.values?.matching(this.filter) ?? [];
    const words = this.filter.words.filter((word) => !isFacet(word));
    return shown.filter((field) => field.isMatch).map(({ texts }) => ({ texts, words }));
  }

  /** @param shown the fields in the window */
  #follow(shown: Field[]) {
    const { top } = this;
    const field = fieldBeingRead(shown, top);
    this.reading = field?.anchor ?? this.reading;
    this.where?.show(field, top);
    if (this.views?.value === "both") this.values?.light(field?.anchor);
  }
}
