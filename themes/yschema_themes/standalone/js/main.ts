import { readMyValues } from "../../base/js/src/my-values-in-page.ts";
import { Menu } from "../../base/js/src/menu.ts";
import { Palette } from "../../base/js/src/palette.ts";
import { start } from "../../base/js/src/site-theme.ts";

start({ readMyValues, readDialogs: async () => ({ Menu, Palette }) });
