import { loading } from "../../base/js/src/loading.js";
import { start } from "../../base/js/src/site-theme.js";
import { eachPage } from "./instant-navigation.js";

/** Whether the site has switched on the buttons of Material that copy blocks of code. */
function hasCopyButtons() {
  const config = document.getElementById("__config")?.textContent;
  return Boolean(config && JSON.parse(config).features?.includes("content.code.copy"));
}

start({ loading, header: ".md-header", hasCopyButtons, eachPage });
