import { startIndexes } from "./src/schema-index.js";

startIndexes();
