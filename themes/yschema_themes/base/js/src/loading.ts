import { all, make, one } from "./dom.ts";
import type { Dialogs } from "./site-theme.ts";

/** The address of this script. */
const OURS = typeof document === "object" && document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

/**
 * Returns what a file of the site holds.
 *
 * @param cache `no-cache` where the browser, which may keep the file for longer than the page, has to ask whether it has
 *   changed
 */
async function fetchJson(address: string | URL, cache?: RequestCache): Promise<any> {
  const answer = await fetch(address, { cache });
  if (!answer.ok) throw new Error(`no file at ${address}`);
  return answer.json();
}

/** Returns what a file of the site holds; null if it cannot be loaded, such as in a site without a server. */
async function loadJson(address: string | URL): Promise<any> {
  return fetchJson(address).catch(() => null);
}

const scripts: Map<string, Promise<void>> = new Map();

/**
 * Loads the script of *My values*, once, and the model of a schema.
 *
 * @returns the model
 */
async function loadMyValues({ dataset: { mine = "", mineScript = "" } }: HTMLElement): Promise<unknown> {
  const [model] = await Promise.all([fetchJson(mine, "no-cache"), loadScript(new URL(mineScript, location.href).href)]);
  return model;
}

function loadScript(address: string) {
  const loading = scripts.get(address) ?? new Promise((resolve, reject) => {
    const script = make("script", { src: address });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      scripts.delete(address);
      reject(new Error(`no script at ${address}`));
    });
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
}

/** Loads the script of the palette and of menus, which is beside this one, once. */
async function loadDialogs(): Promise<Dialogs> {
  await loadScript(OURS.replace(/[^/]*?(?=\?|$)/, "yschema.dialogs.lazy.js"));
  return Reflect.get(globalThis, "yschemaDialogs");
}

const requested: WeakSet<Element> = new WeakSet();

/** Shows the message about one state of a place for lines, or none. */
function showState(place: Element, state: string) {
  for (const message of all(place, "[data-state]")) message.hidden = message.dataset.state !== state;
}

/**
 * Loads the lines into their place. After a failure, choosing the view again loads them again.
 *
 * @returns whether they are there
 */
async function load(place: HTMLElement): Promise<boolean> {
  if (requested.has(place)) return true;
  requested.add(place);
  showState(place, "loading");
  try {
    place.innerHTML = await fetchJson(place.dataset.lines ?? "", "no-cache");
    place.removeAttribute("data-lines");
    return true;
  } catch {
    requested.delete(place);
    showState(place, "failed");
    return false;
  }
}

/** Loads the values file of a reference into its place, if it is not in the page. */
async function loadValues(reference: HTMLElement, done: (isLoaded: boolean) => void) {
  const place = one(reference, ".ys-values[data-lines]");
  if (place) done(await load(place));
}

/** How the scripts get what the page may not have. A page of its own has all there is in itself, and loads no files. */
export interface Loading {
  loadValues?: typeof loadValues;
  loadJson?: typeof loadJson;
  loadDialogs: typeof loadDialogs;
  loadMyValues: typeof loadMyValues;
}

/** What the scripts load from the site. A page of its own does without this module: it must not load anything. */
export const loading = { loadValues, loadJson, loadDialogs, loadMyValues };
