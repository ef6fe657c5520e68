/* Marks where the reader is in the contents of the site theme mkdocs. Bootstrap's ScrollSpy, which does that for other
 * pages, takes links for selectors: it finds no anchor with a dot in it, and at one that is no selector, such as
 * `#values.a~20b`, it throws, which ends the script of the theme. What is disabled it passes over, so links are until
 * it has looked; this script is linked in a page's content, before the theme's. */
(function () {
  "use strict";

  var ACTIVE = "active";
  var PART = 0.25; /* of the window's height: what has come up to there is being read */
  var links = [].filter.call(document.querySelectorAll(".bs-sidebar a[href]"), function (link) { return link.hash; });
  links.forEach(function (link) { link.setAttribute("disabled", ""); });

  function target(link) {
    return document.getElementById(decodeURIComponent(link.hash.slice(1)));
  }

  /* The last link, in the order of the page, whose target has come up; few have to be asked where they are. What is
   * folded or filtered away is nowhere. */
  function current() {
    var shown = links.filter(function (link) { return !target(link).closest("[hidden]"); });
    var low = 0;
    var high = shown.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (target(shown[middle]).getBoundingClientRect().top > window.innerHeight * PART) high = middle;
      else low = middle + 1;
    }
    return shown[low - 1];
  }

  var marked;
  function follow() {
    var link = current();
    if (link === marked) return;
    marked = link;
    document.querySelectorAll(".bs-sidebar ." + ACTIVE).forEach(function (old) { old.classList.remove(ACTIVE); });
    for (var item = link && link.closest("li"); item; item = item.parentElement.closest("li")) {
      item.firstElementChild.classList.add(ACTIVE);
    }
  }

  var waiting = false;
  function look() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(function () {
      waiting = false;
      follow();
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    links.forEach(function (link) { link.removeAttribute("disabled"); });
    links = links.filter(target);
    look();
    ["scroll", "resize"].forEach(function (event) { window.addEventListener(event, look, { passive: true }); });
    new ResizeObserver(look).observe(document.body); /* folds and filters */
  });
})();
