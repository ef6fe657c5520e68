import { check } from "./src/my-values/check.ts";
import { Model } from "./src/my-values/model.ts";
import { Pane } from "./src/my-values/pane.ts";

Object.assign(globalThis, { yschemaMyValues: { Model, Pane, check } });
