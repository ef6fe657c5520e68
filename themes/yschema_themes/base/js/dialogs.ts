import { Menu } from "./src/menu.ts";
import { Palette } from "./src/palette.ts";

Object.assign(globalThis, { yschemaDialogs: { Menu, Palette } });
