import { startIndexes, startUpgrades } from "./src/schema-index.js";

startIndexes();
startUpgrades();
