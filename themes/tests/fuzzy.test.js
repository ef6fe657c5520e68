import assert from "node:assert/strict";
import test from "node:test";

import { bestMatches } from "../yschema_themes/base/js/src/fuzzy.ts";

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
  for (const [query, path] of Object.entries(CASES)) assert.equal(bestMatches(query, list)[0]?.path, path, query);
});

test("finds nothing where letters are missing or in another order", () => {
  const list = PATHS.map((path) => ({ path }));
  for (const query of ["zebra", "type.proxy", "epyt"]) assert.deepEqual(bestMatches(query, list), [], query);
});

test("facets narrow the fields", () => {
  const list = [
    { path: "proxy.enabled", facets: "type:boolean type:boolean =true" },
    { path: "proxy.port", facets: "type:integer is:required" },
    { path: "service.enabled", facets: "type:boolean is:deprecated =false" },
  ];
  const paths = (/** @type {string} */ query) => bestMatches(query, list).map(({ path }) => path);
  assert.deepEqual(paths("type:bool"), ["proxy.enabled", "service.enabled"]);
  assert.deepEqual(paths("prx type:bool"), ["proxy.enabled"]);
  assert.deepEqual(paths("is:required"), ["proxy.port"]);
  assert.deepEqual(paths("=TRUE enabled"), ["proxy.enabled"]);
  assert.deepEqual(paths("=tru"), []);
  assert.deepEqual(paths("type:string"), []);
});

test("words are in any order, in humps and in descriptions", () => {
  const list = [
    { path: "image.pullPolicy", about: "When to fetch." },
    { path: "replicaCount", about: "How many replicas there are." },
    { path: "service.loadBalancerIP", about: "" },
    { path: "service.ip", about: "Not of the load balancer." },
  ];
  const paths = (/** @type {string} */ query) => bestMatches(query, list).map(({ path }) => path);
  assert.deepEqual(paths("pull policy"), ["image.pullPolicy"]);
  assert.deepEqual(paths("policy pull"), ["image.pullPolicy"]);
  assert.deepEqual(paths("how many replicas"), ["replicaCount"]);
  assert.deepEqual(paths("load balancer ip"), ["service.loadBalancerIP", "service.ip"]);
  assert.deepEqual(paths("loadbalancer zebra"), []);
});
