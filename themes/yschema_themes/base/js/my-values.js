import { check } from "./src/my-values/check.js";
import { Model } from "./src/my-values/model.js";
import { Pane } from "./src/my-values/pane.js";

Object.assign(globalThis, { yschemaMyValues: { Model, Pane, check } });
