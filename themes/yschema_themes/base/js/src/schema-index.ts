import { all, make, one } from "./dom.ts";
import { loading } from "./loading.ts";
import { MyValues } from "./my-values.ts";
import { fill, normalize, queryWords } from "./text.ts";

const ORDER = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const STARTED = "ysStarted";

type Row = { element: HTMLElement, cells: string[], text: string };

/** Returns rows in the order of a column; empty cells come last in both directions, and equal ones stay in order. */
export function sorted<T extends { cells: string[] }>(rows: T[], column: number, isDescending: boolean): T[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[column], other.cells[column]];
    if (!a || !b) return Number(!a) - Number(!b);
    return isDescending ? ORDER.compare(b, a) : ORDER.compare(a, b);
  });
}

/**
 * Whether a row has all words of a query.
 *
 * @param text of the row, normalized
 */
export function isMatch(text: string, query: string) {
  return queryWords(query).every((word) => text.includes(word));
}

/** Lets readers filter the rows of a table. */
function addFilter(index: HTMLElement, rows: Row[]) {
  const tools = one(index, ".ys-index-tools");
  const input = index.querySelector("input");
  const output = index.querySelector("output");
  if (!tools || !input || !output) return;
  tools.hidden = false;
  input.addEventListener("input", () => {
    for (const { element, text } of rows) element.hidden = !isMatch(text, input.value);
    const shown = rows.filter(({ element }) => !element.hidden).length;
    const { some = "", none = "" } = output.dataset;
    output.value = input.value.trim() ? fill(shown ? some : none, { shown, total: rows.length, query: input.value.trim() }) : "";
  });
}

/** Makes the heads of a table buttons that sort it: numbers first from the largest, texts from the first letter. */
function addSorting(index: HTMLElement, rows: Row[]) {
  const heads = all(index, "thead th");
  const body = one(index, "tbody");
  for (const [column, head] of heads.entries()) {
    const button = make("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const isDescending = before ? before === "ascending" : head.classList.contains("ys-amount");
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      body?.append(...sorted(rows, column, isDescending).map(({ element }) => element));
    });
  }
}

/** Starts the tables of the page that are not started yet: instant navigation shows one page after the other. */
export function startIndexes() {
  for (const index of all(document, ".ys-index")) {
    if (STARTED in index.dataset) continue;
    index.dataset[STARTED] = "";
    const rows = all(index, "tbody tr").map((element) => {
      const cells = [...element.children].map((cell) => (cell.textContent ?? "").trim());
      return { element, cells, text: normalize(cells.join(" ")) };
    });
    addFilter(index, rows);
    addSorting(index, rows);
  }
}

/** Starts what checks values on the page of an upgrade, if it is not started yet. */
export function startUpgrades() {
  for (const tools of all(document, ".ys-check[hidden]")) {
    const { dataset: { label = "", failed = "" }, parentElement } = tools;
    const mine = parentElement && new MyValues(parentElement, tools, { myValues: label, notLoaded: failed }, loading.loadMyValues);
    if (mine) tools.append(mine.button);
    tools.hidden = false;
  }
}
