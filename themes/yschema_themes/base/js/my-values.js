import { check } from "./src/my-values/check.js";
import { Texts } from "./src/my-values/findings.js";
import { Model } from "./src/my-values/model.js";

Object.assign(globalThis, { yschemaMyValues: { check, Texts, Model } });
