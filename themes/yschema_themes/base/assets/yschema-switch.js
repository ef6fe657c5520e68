/* Links to fields while their values are shown as YAML, and to values that are folded away: both show what they
 * lead to. The switch and the folds themselves need no script. */
(function () {
  "use strict";

  function linked(hash) {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch (wrong) { /* a hash that is no text */
      return null;
    }
  }

  function show(hash) {
    var target = hash && linked(hash);
    var reference = target && target.closest(".ys");
    if (!reference) return;
    var fields = target.closest(".ys-values") ? null : reference.querySelector('.ys-views [value="fields"]');
    if (fields) fields.checked = true;
    for (var fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  /* Before the browser goes there; a link to where one is already changes nothing else. */
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest(".ys a[href^='#']");
    if (link) show(link.hash);
  }, true);
  window.addEventListener("hashchange", function () { show(location.hash); });
})();
