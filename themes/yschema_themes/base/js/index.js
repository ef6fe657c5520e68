import { startIndexes } from "./src/schema-index.js";
import { startUpgrades } from "./src/upgrade.js";

startIndexes();
startUpgrades();
