import { markCurrent } from "./contents.js";

markCurrent();
