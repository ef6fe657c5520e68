import { readMyValues } from "../../base/js/src/my-values-in-page.js";
import { Menu } from "../../base/js/src/menu.js";
import { Palette } from "../../base/js/src/palette.js";
import { start } from "../../base/js/src/site-theme.js";

start({ readMyValues, readDialogs: async () => ({ Menu, Palette }) });
