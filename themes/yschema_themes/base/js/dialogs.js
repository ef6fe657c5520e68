import { Menu } from "./src/menu.js";
import { Palette } from "./src/palette.js";

Object.assign(globalThis, { yschemaDialogs: { Menu, Palette } });
