/* Values as YAML that are too many for the page: they are in a file of the site, which is fetched once a reader chooses
 * them. */
(function () {
  "use strict";

  /* Shows one of the messages in a place for lines, or none. */
  function tell(place, state) {
    place.querySelectorAll("[data-state]").forEach(function (part) { part.hidden = part.dataset.state !== state; });
  }

  var asked = new WeakSet();

  /* Others hear of the lines by an event. Who could not get them may choose them again. */
  function get(place) {
    if (asked.has(place)) return;
    asked.add(place);
    tell(place, "loading");
    /* Browsers may keep them for longer than the page, but are to ask whether they have changed. */
    fetch(place.dataset.lines, { cache: "no-cache" }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(function (lines) {
      if (typeof lines !== "string") throw new Error("no lines");
      place.innerHTML = lines;
      place.removeAttribute("data-lines");
      place.dispatchEvent(new CustomEvent("ys-lines", { bubbles: true }));
    }).catch(function () {
      asked.delete(place);
      tell(place, "failed");
    });
  }

  /* Browsers remember what was chosen when one comes back to a page. */
  function start() {
    document.querySelectorAll(".ys-values[data-lines]").forEach(function (place) {
      var views = place.closest(".ys").querySelector(".ys-views");
      if (!views) return;
      views.hidden = false;
      if (views.querySelector('[value="yaml"]').checked) get(place);
    });
  }

  document.addEventListener("change", function (event) {
    if (event.target.closest(".ys-views")) start();
  });
  window.addEventListener("pageshow", start);
  window.yschema.eachPage(start);
})();
