import { startIndexes, startUpgrades } from "./src/schema-index.ts";

startIndexes();
startUpgrades();
