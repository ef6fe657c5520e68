// Renders pages of Markdown as Docusaurus (MDX with React) or GitHub do. The argument is the host. Standard input
// has a list of texts; standard output has the `html` of each, and the `problem`: an error, or code that ran.
import { evaluate } from "@mdx-js/mdx";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { text as read } from "node:stream/consumers";
import { createElement } from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import remarkGfm from "remark-gfm";

// Docusaurus escapes the first id in each heading.
const escapeIds = (text) =>
  text.replace(/(?:^|\n)#{1,6}(?!#).*/g, (line) => line.replace("{#", "\\{#").replace("\\\\{#", "\\{#"));

const HOSTS = {
  async mdx(text) {
    const options = { ...runtime, baseUrl: import.meta.url, remarkPlugins: [remarkGfm] };
    const { default: Content } = await evaluate(escapeIds(text), options);
    // React asks browsers to load images early.
    return renderToStaticMarkup(createElement(Content)).replace(/^(<link rel="preload"[^>]*>)+/, "");
  },
  // Nothing is filtered, so that elements and addresses of any kind remain visible.
  github(text) {
    const allow = { allowDangerousHtml: true, allowDangerousProtocol: true };
    return micromark(text, { ...allow, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  },
};

const render = HOSTS[process.argv[2]];
const pages = [];
for (const text of JSON.parse(await read(process.stdin))) {
  globalThis.ran = [];
  const page = { html: "", problem: "" };
  try {
    page.html = await render(text);
  } catch (error) {
    page.problem = `fails: ${error}`;
  }
  if (globalThis.ran.length) page.problem += `runs code: ${globalThis.ran}`;
  pages.push(page);
}
process.stdout.write(JSON.stringify(pages));
