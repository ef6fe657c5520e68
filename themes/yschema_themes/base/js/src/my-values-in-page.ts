import { make, need } from "./dom.ts";

/** Starts the script of *My values*, which a page of its own has as text, and returns the model that it has beside it. */
export async function readMyValues({ dataset: { mine = "" } }: HTMLElement): Promise<unknown> {
  if (!Reflect.has(globalThis, "yschemaMyValues")) {
    document.head.append(make("script", { textContent: need(document, "#ys-mine-script").textContent }));
  }
  return JSON.parse(need(document, mine).textContent ?? "");
}
