/**
 * Bundles the sources of each theme into the files that sites link: `css/main.css` becomes `assets/yschema.css`,
 * `css/site.css`, for finished pages of a site, becomes `assets/yschema.site.css`,
 * `js/main.ts` becomes `assets/yschema.js`, `js/early.ts` becomes `assets/yschema.early.js`, and `js/my-values.ts`, `js/index.ts`
 * and `js/dialogs.ts` become `assets/yschema.my-values.lazy.js` and so on, which only pages that need them load.
 *
 * With `--check`, writes nothing and fails if a file in the repository is not what its sources give.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";

const THEMES = path.join(import.meta.dirname, "yschema_themes");
const ASSETS = {
  "css/main.css": "yschema.css",
  "css/site.css": "yschema.site.css",
  "js/main.ts": "yschema.js",
  "js/early.ts": "yschema.early.js",
  "js/my-values.ts": "yschema.my-values.lazy.js",
  "js/index.ts": "yschema.index.lazy.js",
  "js/dialogs.ts": "yschema.dialogs.lazy.js",
};

// They are in strings alone, but HTML may not hold them.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g; // eslint-disable-line no-control-regex
/** The notice that copies of the YAML library have to include. */
const NOTICE = readFileSync(path.join(import.meta.dirname, "../LICENSES/yaml.txt"), "utf8").trim();
const UNUSED = new RegExp(`/yaml/browser/dist/(?:${[
  "stringify/\\w+", "schema/tags", "schema/yaml-1.1/merge", "doc/(?:anchors|applyReviver|createNode)", "parse/cst-visit",
  "nodes/(?:addPairToJSMap|toJS)", "visit", "log",
].join("|")})\\.js$`);
const EXPORTS = /^export \{ (.*) \};$/m;
const FAILSAFE = `
import { map } from "./common/map.js";
import { seq } from "./common/seq.js";
import { string } from "./common/string.js";
export const coreKnownTags = {};
export const getTags = () => [map, seq, string];
`;

/** Names of properties that become short. They are in classes of ours alone: neither in the DOM nor in data. */
const SHORTENED = new RegExp(`^(?:${[
  "is(?:Filtered|Hidden|Match|NamedByReader|OpenIn|Removed|Shown|Wanted)", "has(?:Badge|Button|Matches)", "by(?:Anchor|Parent)",
  "known(?:Keys|Parts)", "map(?:Entries|Pages|Parameter)", "showsValues", "opensRows", "otherLines", "firstLine", "fieldAt",
  "parentField", "searchText", "typeWords", "focusFirst", "scrollToFirst", "setFiltered", "openAround", "openMenu", "addButton",
  "addUnlisted", "copyMapLink", "goToLine", "show(?:Filtered|Shapes)", "(?:set|is|open)Around", "load(?:Dialogs|Json|MyValues|Values)", "read(?:Box|Fields|Line)",
].join("|")})$`);

/** Leaves out of the YAML library what pages do not use: writing YAML, changing nodes, and values of JavaScript. */
const lean = {
  name: "lean",
  setup(builder) {
    builder.onLoad({ filter: UNUSED }, ({ path: file }) => {
      if (file.endsWith("tags.js")) return { contents: FAILSAFE };
      const names = EXPORTS.exec(readFileSync(file, "utf8"))[1].split(", ");
      return { contents: names.map((name) => `export const ${name} = () => "";`).join("\n") };
    });
  },
};

/** Returns the source and the asset of every bundle. */
function bundles() {
  const themes = readdirSync(THEMES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return themes
    .flatMap(({ name }) => Object.entries(ASSETS).map(([source, asset]) => ({
      source: path.join(THEMES, name, source),
      asset: path.join(THEMES, name, "assets", asset),
    })))
    .filter(({ source }) => existsSync(source));
}

/** The short names of properties: the same in all bundles, for one script gets objects of another. */
let shortNames = {};

/** Returns the text of a bundle. */
async function bundled(source) {
  const built = `/* Built by "make assets". */`;
  const banner = source.endsWith("my-values.ts") ? `${built}\n/* Contains yaml, https://eemeli.org/yaml\n${NOTICE}\n*/` : built;
  const result = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    mangleProps: SHORTENED,
    mangleCache: shortNames,
    plugins: [lean],
    target: source.endsWith(".css") ? "esnext" : "es2023",
    banner: { css: banner, js: banner },
  });
  shortNames = result.mangleCache;
  return result.outputFiles[0].text.replace(CONTROLS, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const isCheck = process.argv.includes("--check");
const outdated = [];
for (const { source, asset } of bundles()) {
  const text = await bundled(source);
  if (existsSync(asset) && readFileSync(asset, "utf8") === text) continue;
  outdated.push(path.relative(THEMES, asset));
  if (isCheck) continue;
  mkdirSync(path.dirname(asset), { recursive: true });
  writeFileSync(asset, text);
}
if (outdated.length) console.log(`${isCheck ? "Out of date" : "Built"}: ${outdated.join(", ")}`);
if (isCheck && outdated.length) {
  console.error('Run "make assets" and commit the result.');
  process.exitCode = 1;
}
