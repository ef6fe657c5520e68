import { make, need } from "./dom.js";

/**
 * Starts the script of *My values*, which a page of its own has as text, and returns the model that it has beside it.
 *
 * @returns {Promise<unknown>}
 */
export async function readMyValues() {
  if (!Reflect.has(globalThis, "yschemaMyValues")) {
    document.head.append(make("script", { textContent: need(document, "#ys-mine-script").textContent }));
  }
  return JSON.parse(need(document, "#ys-mine-model").textContent ?? "");
}
