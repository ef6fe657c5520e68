import { loading } from "../../base/js/src/loading.ts";
import { start } from "../../base/js/src/site-theme.ts";
import { correctMarks } from "./contents.ts";
import { eachPage } from "./instant-navigation.ts";

start({
  loading,
  header: ".md-header",
  eachPage: (arrive) => eachPage((arrival) => {
    correctMarks();
    arrive(arrival);
  }),
});
