import { Palette } from "./src/palette.js";

Object.assign(globalThis, { yschemaPalette: Palette });
