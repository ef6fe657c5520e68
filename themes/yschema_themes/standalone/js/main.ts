import { make, need } from "../../base/js/src/dom.ts";
import { Menu } from "../../base/js/src/menu.ts";
import { Palette } from "../../base/js/src/palette.ts";
import { start } from "../../base/js/src/site-theme.ts";

/** Starts the script of *My values*, which the page has as text, and returns the model that it has beside it. */
async function loadMyValues({ dataset: { mine = "" } }: HTMLElement): Promise<unknown> {
  if (!Reflect.has(globalThis, "yschemaMyValues")) {
    document.head.append(make("script", { textContent: need(document, "#ys-mine-script").textContent }));
  }
  return JSON.parse(need(document, mine).textContent ?? "");
}

start({ loading: { loadDialogs: async () => ({ Menu, Palette }), loadMyValues } });
