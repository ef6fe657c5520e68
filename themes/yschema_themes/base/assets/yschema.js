/* Links to fields on long pages. Rows out of view have an estimated height, so a scroll towards one of them
 * (smooth in some themes) ends beside it once those on the way have been laid out. Go there at once, and
 * stay for a moment, unless the reader moves on. */
(function () {
  "use strict";

  var MOMENT = 1500; /* milliseconds */
  var until = 0;
  var isMoved = false; /* by the reader, perhaps before all is loaded */

  function linked() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (wrong) { /* a hash that is no text */
      return null;
    }
  }

  /* The fields of a map may have moved to a page of its own, and its link here tells which. */
  function follow() {
    var map = location.hash.slice(1).split(".").slice(0, 2).join(".");
    var link = [].find.call(document.querySelectorAll(".ys a[data-map]"), function (found) { return found.dataset.map === map; });
    if (link) location.replace(link.href.split("#")[0] + location.hash);
  }

  function settle() {
    var target = linked();
    if (!target && location.hash) follow();
    var going = until > 0;
    until = target && target.closest(".ys") ? performance.now() + MOMENT : 0;
    if (until && !going) requestAnimationFrame(stay);
  }

  function stay() {
    var target = linked();
    if (target && performance.now() < until) {
      target.scrollIntoView({ behavior: "instant", block: "start" });
      requestAnimationFrame(stay);
    } else until = 0;
  }

  ["wheel", "touchstart", "pointerdown", "keydown"].forEach(function (event) {
    window.addEventListener(event, function () {
      until = 0;
      isMoved = true;
    }, { passive: true });
  });
  window.addEventListener("hashchange", settle);
  /* With instant navigation pages come and go without a load. Who has scrolled just before the click comes to the
   * height of the page before: Material then takes the new address for one in the history, and no element is its
   * target. The same address once more makes one of it, unless the reader did go back. */
  var isFirst = true;
  var isBack = false;
  function arrive() {
    var target = linked();
    if (!isFirst && !isBack && target && !target.matches(":target")) location.replace(location.href);
    if (!isFirst || !isMoved) settle();
    isFirst = false;
  }

  window.addEventListener("popstate", function (event) { isBack = event.state !== null; }); /* else an anchor */
  window.addEventListener("click", function () { isBack = false; }, true);
  if (window.document$ && location.protocol !== "file:") window.document$.subscribe(arrive);
  else window.addEventListener("load", function () { if (!isMoved) settle(); });
})();
