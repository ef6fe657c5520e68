import { all } from "./dom.js";
import { loading } from "./loading.js";
import { MyValues } from "./my-values.js";

/** Starts what checks values on the page of an upgrade, if it is not started yet. */
export function startUpgrades() {
  for (const tools of all(document, ".ys-check[hidden]")) {
    const { dataset: { label = "", failed = "" }, parentElement } = tools;
    const mine = parentElement && new MyValues(parentElement, tools, { myValues: label, notLoaded: failed }, loading.loadMyValues);
    if (mine) tools.append(mine.button);
    tools.hidden = false;
  }
}
