import assert from "node:assert/strict";
import test from "node:test";

import { bestMatches } from "../yschema_themes/base/js/src/fuzzy.js";

const PATHS = ["proxy.service.type", "proxy.service.typeOfService", "proxy.type", "storage.class", "service.proxy.type"];

const CASES = {
  "prx.svc.typ": "proxy.service.type",
  "proxy type": "proxy.type",
  "TYPE": "proxy.type",
  "class": "storage.class",
  "s.p.t": "service.proxy.type",
};

test("finds the path that a reader means", () => {
  const list = PATHS.map((path) => ({ path }));
  for (const [query, path] of Object.entries(CASES)) assert.equal(bestMatches(query, list, 3)[0]?.path, path, query);
});

test("finds nothing where letters are missing or in another order", () => {
  const list = PATHS.map((path) => ({ path }));
  for (const query of ["zebra", "type.proxy", "epyt"]) assert.deepEqual(bestMatches(query, list, 3), [], query);
});

test("facets narrow the fields", () => {
  const list = [
    { path: "proxy.enabled", facets: "type:boolean type:boolean =true" },
    { path: "proxy.port", facets: "type:integer is:required" },
    { path: "service.enabled", facets: "type:boolean is:deprecated =false" },
  ];
  const paths = (/** @type {string} */ query) => bestMatches(query, list, 9).map(({ path }) => path);
  assert.deepEqual(paths("type:bool"), ["proxy.enabled", "service.enabled"]);
  assert.deepEqual(paths("prx type:bool"), ["proxy.enabled"]);
  assert.deepEqual(paths("is:required"), ["proxy.port"]);
  assert.deepEqual(paths("=TRUE enabled"), ["proxy.enabled"]);
  assert.deepEqual(paths("=tru"), []);
  assert.deepEqual(paths("type:string"), []);
});
