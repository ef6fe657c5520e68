import { make } from "./dom.js";

/** @type {Map<string, Promise<void>>} */
const scripts = new Map();

/**
 * Loads the script of *My values*, once, and the model of a schema.
 *
 * @param {HTMLElement} tools
 * @returns {Promise<unknown>} the model
 */
export async function loadMyValues({ dataset: { mine = "", mineScript = "" } }) {
  const [answer] = await Promise.all([fetch(mine, { cache: "no-cache" }), loadScript(new URL(mineScript, location.href).href)]);
  if (!answer.ok) throw new Error(`no model at ${mine}`);
  return answer.json();
}

/** @param {string} address */
function loadScript(address) {
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
