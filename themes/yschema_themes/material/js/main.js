import { loading } from "../../base/js/src/loading.js";
import { start } from "../../base/js/src/site-theme.js";
import { correctMarks } from "./contents.js";
import { eachPage } from "./instant-navigation.js";

start({
  loading,
  header: ".md-header",
  eachPage: (arrive) => eachPage((arrival) => {
    correctMarks();
    arrive(arrival);
  }),
});
