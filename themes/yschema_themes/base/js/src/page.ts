import { all, linkedElement, one } from "./dom.ts";
import { whenIdle } from "./filter.ts";
import { highlight } from "./highlight.ts";
import { settle, settleOnLoad, showTarget, watchReader } from "./links.ts";
import { openPalettes } from "./openers.ts";
import { Reference } from "./reference.ts";
import { fieldHeading } from "./shown.ts";
import { idOf } from "./text.ts";
import type { SiteTheme } from "./site-theme.ts";

const TYPING_PAUSE = 250; // milliseconds without typing until the address gets the query
const PAINT_PAUSE = 200; // milliseconds after which what a filter left has been painted

/** Returns the parameter of the address that holds something of a reference. */
function parameter(name: string, index: number) {
  return index ? `${name}${index + 1}` : name;
}

/** Returns what the address holds of a reference, by the names of parameters; empty values are left out of it. */
function stateOf({ filter, views, density }: Reference) {
  return { filter: filter?.query ?? "", view: views?.parameter ?? "", density: density.parameter };
}

/** Sets a length. The style of everything in the element is computed again, so only if it differs. */
function setLength(element: HTMLElement, name: string, pixels: number) {
  const value = `${pixels}px`;
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/**
 * The references of the page.
 *
 * Without scripts, all of a page is there and open. On a page with thousands of fields the first paint does not wait for
 * the scripts: fields are read when the browser is idle, and get buttons where the reader is.
 */
export class Page {
  #lookTimer = 0;
  #addressTimer = 0;
  #sizes: ResizeObserver;

  site: SiteTheme;
  references: Reference[] = [];
  known: WeakMap<Element, Reference> = new WeakMap();
  frame = 0;

  constructor(site: SiteTheme) {
    this.site = site;
    // Whatever opens, comes or goes changes heights.
    this.#sizes = new ResizeObserver(() => {
      this.measure();
      this.look();
    });
    this.#listen();
  }

  #listen() {
    watchReader();
    window.addEventListener("hashchange", () => {
      this.reveal(location.hash);
      settle();
    });
    for (const event of ["scroll", "resize"]) window.addEventListener(event, () => this.look(), { passive: true });
    document.addEventListener("click", (event) => this.#onClick(event), true);
    openPalettes(this.site.loading, () => this.references);
  }

  /**
   * Takes in the references of a page that has come.
   *
   * @param arrival whether the browser has loaded the page, or a script has exchanged it
   */
  arrive({ isLoad }: { isLoad: boolean }) {
    const elements = all(document, ".ys").filter((element) => one(element, ".ys-tools"));
    this.references = elements.map((element, index) => this.#referenceOf(element, index));
    this.observe();
    if (!this.#stayInFile(location.hash)) this.reveal(location.hash);
    if (isLoad) settleOnLoad();
    else settle();
  }

  #referenceOf(element: HTMLElement, index: number) {
    const known = this.known.get(element);
    if (known) return known;
    const reference = new Reference(element, {
      look: () => this.look(),
      changed: () => this.#onChange(),
      mapParameter: parameter("filter", 0),
      query: new URLSearchParams(location.search).get(parameter("filter", index)),
      loading: this.site.loading,
    });
    this.known.set(element, reference);
    this.start(reference, index);
    return reference;
  }

  /** Takes over what the address tells of a reference, and leaves the rest until the browser has time. */
  start(reference: Reference, index: number) {
    const parameters = new URLSearchParams(location.search);
    const [query, view, density] = ["filter", "view", "density"].map((name) => parameters.get(parameter(name, index)));
    if (density) reference.density.set(density);
    if (query) reference.filter?.start(query);
    reference.views?.start(view);
    whenIdle(() => reference.loadValues());
    const steps = reference.readFields();
    whenIdle(() => steps.next());
    whenIdle(() => steps.next());
    whenIdle((deadline) => reference.filter?.index(deadline));
  }

  get header() {
    return this.site.header ? one(document, this.site.header) : undefined;
  }

  observe() {
    this.#sizes.disconnect();
    if (!this.references.length) return;
    const { header } = this;
    if (header) this.#sizes.observe(header);
    for (const { element, tools } of this.references) {
      this.#sizes.observe(element);
      this.#sizes.observe(tools);
    }
  }

  /** Measures what link targets have to stay below: the header and the bar. */
  measure() {
    const height = this.header?.offsetHeight;
    // All are measured before any changes: in between, the browser would restyle every row.
    const bars = this.references.map(({ tools, where }) => [tools.offsetHeight, where?.element.offsetHeight ?? 0]);
    this.references.forEach(({ element }, index) => {
      const [bar, path] = bars[index];
      if (height !== undefined) setLength(element, "--ys-header-height", height);
      setLength(element, "--ys-tools-height", bar);
      setLength(element, "--ys-bar-height", bar + path);
      if (!index) setLength(document.documentElement, "--ys-bar-height", bar); // for what the site theme has below its header
    });
  }

  /** Looks at what is in the window, with the next frame. */
  look() {
    if (this.#lookTimer || this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      highlight(this.references.flatMap((reference) => reference.look()));
    });
  }

  #onChange() {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => {
      this.#lookTimer = 0;
      this.look();
    }, PAINT_PAUSE);
    clearTimeout(this.#addressTimer);
    const { pathname } = location;
    this.#addressTimer = setTimeout(() => { if (location.pathname === pathname) this.#updateAddress(); }, TYPING_PAUSE);
  }

  /** Puts queries, views and densities into the address. */
  #updateAddress() {
    const url = new URL(location.href);
    this.references.forEach((reference, index) => {
      for (const [name, value] of Object.entries(stateOf(reference))) {
        if (value) url.searchParams.set(parameter(name, index), value);
        else url.searchParams.delete(parameter(name, index));
      }
    });
    if (url.search !== location.search) history.replaceState(history.state, "", url);
  }

  /** Makes the target of a link visible. */
  reveal(hash: string) {
    const target = linkedElement(hash);
    const reference = target?.closest(".ys");
    if (!target || !reference) return;
    this.known.get(reference)?.reveal(target);
    showTarget(target);
  }

  /** Reveals the target of a link before the browser goes there. A link to the current address changes nothing else. */
  #onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a[href*='#']") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.matches(".ys-name")) {
      setTimeout(() => link.focus({ preventScroll: true })); // browsers take the focus away from a link to its surroundings
      return;
    }
    if (!link.hash || link.pathname !== location.pathname || link.host !== location.host) return;
    if (this.goToLine(link, event)) return;
    this.reveal(link.hash);
    this.#updateAddress(); // or a theme that loads the page again would return to the view that the link leaves
  }

  /** Goes to a line of the values file if that is what the address, which also names a field, shows. */
  #stayInFile(hash: string) {
    const target = linkedElement(hash);
    const reference = target && this.references.find(({ element }) => element.contains(target));
    if (!reference || reference.views?.value !== "yaml") return false;
    reference.shapes.reveal(target);
    reference.place.goTo(idOf(hash));
    return true;
  }

  /** Follows a link of the contents to a line of the values file, if that is what the reader has chosen to see. */
  goToLine(link: HTMLAnchorElement, event: MouseEvent) {
    const target = linkedElement(link.hash);
    const reference = this.references.find(({ element, views }) =>
      views?.value === "yaml" && element.contains(target) && !element.contains(link));
    if (target) reference?.shapes.reveal(target);
    const line = target && reference?.values?.light(fieldHeading(target).id);
    if (!line) return false;
    event.preventDefault();
    event.stopPropagation();
    history.pushState(history.state, "", link.hash);
    line.scrollIntoView({ behavior: "instant", block: "start" });
    return true;
  }
}
