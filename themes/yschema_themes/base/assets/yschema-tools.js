/* Tools of reference pages: a filter, folds, and what copies. Without scripts all of a page is there, and open.
 * Their words come from the template, which translates them. On a page with thousands of fields the first picture
 * does not wait for them: fields are looked at when the browser is idle, and get buttons where the reader is. */
(function () {
  "use strict";

  const KEY = "v"; /* puts the cursor into the filter; no site theme of ours has it */
  const PAUSE = 250; /* milliseconds without typing until the address tells the filter, and */
  const BREATH = 200; /* until what it left is looked at; it has been painted by then */
  const AROUND = 300; /* pixels above and below the window in which fields are taken to be in it */
  const HEADERS = ".md-header, .navbar.fixed-top"; /* of site themes, which stay at the top */

  const {
    BOX, fields, textsIn, make, filled, plain, textOf, buttons, addActions, addCopying, addYamlCopying, press, mark,
    Elsewhere, wordsElsewhere, Values,
  } = window.yschema;
  let references = [];
  const known = new WeakMap(); /* by element */
  let folds = 0;

  /* Whether a link to words, `#:~:text=…`, led to this page: browsers look for them once, before there are folds. */
  function leadsToWords() {
    const [arrival] = performance.getEntriesByType("navigation");
    return Boolean(arrival?.name.includes(":~:")) && new URL(arrival.name).pathname === location.pathname;
  }

  /* One `.ys` of the page. */
  class Reference {
    constructor(element) {
      this.element = element;
      this.tools = element.querySelector(".ys-tools");
      this.words = JSON.parse(this.tools.dataset.words);
      this.query = "";
      this.searched = [];
      this.indexed = 0;
      const ways = [...element.querySelectorAll("[data-paths]")];
      this.elsewhere = new Map(ways.map((way) => [way, new Elsewhere(way, this.words)]));
      this.take(element.querySelector(".ys-yaml"));
      this.folds = new Map(); /* by the element around their box */
      for (const box of element.querySelectorAll(".ys-fold")) this.folds.set(box.parentElement, this.fold(box));
      this.bar();
      element.addEventListener("click", (event) => {
        const button = event.target.closest("[data-copy]");
        const field = button && this.byBox.get(button.closest(BOX));
        if (field) press(button, textOf(field, button.dataset.copy), this.words);
      });
      for (const head of element.querySelectorAll(".ys-file-head")) addCopying(head, this.words);
      for (const yaml of element.querySelectorAll(".ys-summary > pre")) addYamlCopying(yaml, this.words);
      /* Where there are many, the file comes when somebody wants to see it. */
      element.addEventListener("ys-lines", ({ target }) => {
        this.take(target.querySelector(".ys-yaml"));
        if (this.isFiltered) this.showValues();
        look();
      });
    }

    /* The part of the page that has the file, if there is one. */
    take(yaml) {
      this.values = yaml && new Values(yaml);
      if (yaml) addYamlCopying(yaml, this.words);
    }

    /* Fields, which are looked for when they are needed: those of the reference, or else those of the file alone. */
    get fields() {
      this.found ??= this.hasBoxes ? fields(this.element) : this.values?.fields ?? [];
      return this.found;
    }

    get hasBoxes() {
      return this.element.getElementsByClassName("ys-link").length > 0;
    }

    /* Whether it is the file that shows. */
    get showsValues() {
      return Boolean(this.values?.element.getClientRects().length);
    }

    get byBox() {
      this.boxes ??= new Map(this.fields.map((field) => [field.box, field]));
      return this.boxes;
    }

    /* The filter. */

    bar() {
      const { tools } = this;
      const gone = this.element.getElementsByClassName("ys-is-removed").length;
      const total = this.hasBoxes ? this.element.getElementsByClassName("ys-link").length - gone : this.values?.total;
      this.total = total ?? 0;
      for (const { total: there } of this.elsewhere.values()) this.total += there;
      if ("filter" in tools.dataset && this.total) this.input();
      if (this.folds.size) {
        this.toggle = make("button", { type: "button", className: "ys-toggle" });
        this.toggle.addEventListener("click", () => this.toggleAll());
        tools.append(this.toggle);
        this.sayToggle();
      }
      tools.hidden = !tools.childElementCount;
      const views = this.element.querySelector(":scope > .ys-views");
      if (views && !tools.hidden) tools.append(views);
      views?.addEventListener("change", look);
    }

    input() {
      const { words, tools, total } = this;
      this.address = tools.dataset.index && new URL(tools.dataset.index, location.href);
      this.box = make("input", {
        type: "search", className: "ys-filter", autocomplete: "off", spellcheck: false, enterKeyHint: "search",
        placeholder: filled(matchMedia("(hover)").matches ? words.key : words.placeholder, { total, key: KEY }),
      });
      this.box.setAttribute("aria-keyshortcuts", KEY);
      this.status = make("span", { className: "ys-status" });
      this.status.setAttribute("role", "status");
      const label = make("span", { className: "ys-label", textContent: words.filter });
      tools.append(make("label", { className: "ys-filter-label" }, label, this.box), this.status);
      const all = make("button", { type: "button", className: "ys-show-all", textContent: words.all });
      this.none = make("p", { className: "ys-no-match", hidden: true }, `${words.none} `, all);
      tools.after(this.none);
      all.addEventListener("click", () => { this.clear(); this.box.focus(); });
      this.box.addEventListener("focus", () => {
        this.index();
        this.ask();
      });
      this.box.addEventListener("input", () => {
        this.narrow(this.box.value);
        requestAnimationFrame(() => this.toFirst());
      });
      this.box.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        if (this.query) this.clear();
        else this.box.blur();
      });
    }

    /* Reads what the filter looks in; some of it at a time where time is short. */
    index(deadline) {
      while (this.indexed < this.fields.length) {
        const field = this.fields[this.indexed++];
        field.text = plain(field.said);
        if (deadline && this.indexed % 50 === 0 && !deadline.timeRemaining()) break;
      }
      if (this.indexed < this.fields.length) whenIdle((next) => this.index(next));
    }

    /* Asks for the words of what is on other pages, once. */
    ask() {
      if (!this.address || !this.elsewhere.size) return;
      wordsElsewhere(this.address).then((words) => {
        for (const there of words ? this.elsewhere.values() : []) {
          if (words[there.link.dataset.map]) there.read(words[there.link.dataset.map]);
        }
        if (words && this.isFiltered) this.narrow(this.query);
      });
      this.address = "";
    }

    /* The fields in whose place there is a way to another page, each with what is there. */
    get leading() {
      const found = () => this.fields.map((field) => [field, this.elsewhere.get(field.elsewhere)]);
      this.led ??= this.elsewhere.size ? found().filter(([, there]) => there) : [];
      return this.led;
    }

    get isFiltered() {
      return this.searched.length > 0;
    }

    narrow(query) {
      const was = this.isFiltered;
      this.query = query.trim();
      this.searched = plain(this.query).split(/\s+/).filter(Boolean);
      this.index();
      for (const field of this.fields) {
        field.hit = this.searched.every((word) => field.text.includes(word));
        field.wanted = field.hit;
      }
      for (const [field, there] of this.leading) {
        there.find(this.searched);
        if (there.isFound) field.wanted = true;
        there.pass(parameter(0), field.wanted ? this.query : "");
      }
      for (const field of this.fields.toReversed()) if (field.wanted && field.parent) field.parent.wanted = true;
      this.showWanted();
      if (was !== this.isFiltered) {
        this.folds.forEach((fold) => this.show(fold));
        if (this.toggle) this.toggle.hidden = this.isFiltered;
      }
      this.sayStatus();
      lookLater();
      remember();
    }

    showWanted() {
      if (this.hasBoxes) this.showBoxes();
      if (this.values) this.showValues();
    }

    showValues() {
      const byAnchor = this.hasBoxes && new Map(this.fields.map((field) => [field.anchor, field]));
      const isWanted = (lines) => (byAnchor ? byAnchor.get(lines.anchor)?.wanted : lines.wanted);
      this.values.narrow(this.isFiltered ? isWanted : undefined);
      for (const [, { link }] of this.leading) this.values.lead(link);
    }

    /* What is in a box that does not show can stay as it is. */
    showBoxes() {
      for (let i = 0; i < this.fields.length;) {
        const field = this.fields[i];
        if (Boolean(field.isHidden) === field.wanted) {
          field.isHidden = !field.wanted;
          field.box.hidden = field.isHidden;
          if (field.row) field.row.hidden = field.isHidden;
        }
        i = field.wanted ? i + 1 : field.end;
      }
      for (const [table, rows] of this.tables) table.hidden = !rows.some((row) => row.wanted);
    }

    /* The rows of each table. */
    get tables() {
      if (!this.grouped) {
        this.grouped = new Map();
        for (const field of this.fields) {
          const table = field.box.matches("tr") && field.box.closest(".ys-columns");
          if (table && !this.grouped.has(table)) this.grouped.set(table, []);
          if (table) this.grouped.get(table).push(field);
        }
      }
      return this.grouped;
    }

    sayStatus() {
      const { words, total } = this;
      const hits = this.fields.filter((field) => field.hit);
      let gone = hits.filter((field) => field.isGone).length;
      let shown = hits.length - gone;
      for (const [, { found }] of this.leading) {
        shown += found[0];
        gone += found[1];
      }
      this.status.textContent = this.query ? filled(gone ? words.statusGone : words.status, { shown, total, gone }) : "";
      this.none.hidden = shown + gone > 0;
    }

    /* What is left may lie above the window. */
    toFirst() {
      const top = this.showsValues ? this.values.first : this.fields.find((field) => field.wanted)?.box;
      const gap = top && top.getBoundingClientRect().top - this.tools.getBoundingClientRect().bottom;
      if (this.query && gap < 0) window.scrollBy({ top: gap - 8, behavior: "instant" });
    }

    clear() {
      if (this.box) this.box.value = "";
      this.narrow("");
    }

    /* Folds. */

    fold(box) {
      box.id = `ys-fold-${++folds}`;
      const name = box.parentElement.querySelector(".ys-name").textContent;
      const number = box.style.getPropertyValue("--ys-size");
      const button = make("button", {
        type: "button", className: "ys-unfold", textContent: filled(this.words.nested, { name, number }),
      });
      button.setAttribute("aria-controls", box.id);
      const fold = { box, button, open: leadsToWords() };
      box.before(button);
      button.addEventListener("click", () => this.turn(fold, !fold.open));
      /* The browser's search has found something in it. */
      box.addEventListener("beforematch", () => this.turn(fold, true));
      this.show(fold);
      return fold;
    }

    turn(fold, open) {
      fold.open = open;
      this.show(fold);
      this.sayToggle();
    }

    isOpen(fold) {
      return fold.open || this.isFiltered;
    }

    show(fold) {
      fold.button.hidden = this.isFiltered;
      fold.button.setAttribute("aria-expanded", fold.open);
      if (this.isOpen(fold)) fold.box.removeAttribute("hidden");
      else fold.box.setAttribute("hidden", "until-found");
    }

    get isFolded() {
      return [...this.folds.values()].some((fold) => !fold.open);
    }

    toggleAll() {
      const open = this.isFolded;
      for (const fold of this.folds.values()) {
        fold.open = open;
        this.show(fold);
      }
      this.sayToggle();
    }

    sayToggle() {
      this.toggle.textContent = this.isFolded ? this.words.open : this.words.fold;
    }

    /* Makes what a link leads to visible: the folds around it, and a map's own. */
    reveal(target) {
      if (target.closest("[hidden]:not([hidden=until-found])")) {
        this.clear();
        this.values?.open(target);
      }
      for (let box = target.closest(BOX); box; box = box.parentElement.closest(BOX)) {
        const fold = this.folds.get(box);
        if (fold && !fold.open) this.turn(fold, true);
      }
    }

    /* The fields in the window. Those beside each other are there in their order, so that few have to be asked. */
    *inWindow(among = this.fields.filter((field) => !field.parent)) {
      const there = among.filter((field) => !field.isHidden);
      const isBelow = ({ box }) => box.getBoundingClientRect().bottom > -AROUND;
      for (let i = first(there, isBelow); i < there.length; i++) {
        const field = there[i];
        const { top, height } = field.box.getBoundingClientRect();
        if (top > window.innerHeight + AROUND || !height) return;
        yield field;
        const fold = this.folds.get(field.box);
        if (!fold || this.isOpen(fold)) yield* this.inWindow(field.below);
      }
    }

    /* Gives fields in the window their buttons; gives those in which something is to be marked. */
    look() {
      if (this.showsValues) return this.lookAtLines();
      this.pattern ??= buttons(this.words);
      const found = [];
      for (const field of [...this.inWindow()]) { /* all measured before anything changes */
        if (!field.hasActions) addActions(field, this.pattern, this.words, this.tools.dataset.edit);
        field.hasActions = true;
        if (field.hit && this.isFiltered) found.push([field, this.searched]);
      }
      return [...found, ...this.lookAtRows()];
    }

    /* The rows in the window that lead to maps, which are elsewhere. */
    lookAtRows() {
      const found = this.hits.filter(({ row }) => row && !row.closest(".ys-columns").hidden).map(({ row }) => row);
      /* They are in tables before the maps, so that the order of fields is not theirs. */
      found.sort((one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1);
      return within(found, (row) => [row]).map((row) => [{ texts: textsIn(row) }, this.searched]);
    }

    /* The same where the file shows, in which fields have no buttons. */
    lookAtLines() {
      const there = this.hits.map((field) => this.values.byAnchor.get(field.anchor)).filter((lines) => lines?.lines.length);
      return within(there, ({ lines }) => lines).map((lines) => [lines, this.searched]);
    }

    /* The fields in which something is to be marked. */
    get hits() {
      return this.isFiltered ? this.fields.filter((field) => field.hit) : [];
    }
  }

  /* Of what is one below the other those in the window, by the elements of each. */
  function within(list, elementsOf) {
    const isBelow = (one) => elementsOf(one).at(-1).getBoundingClientRect().bottom > -AROUND;
    const isAbove = (one) => elementsOf(one)[0].getBoundingClientRect().top <= window.innerHeight + AROUND;
    const below = list.slice(first(list, isBelow));
    return below.slice(0, first(below, (one) => !isAbove(one)));
  }

  /* The index of the first for which something is true, which it is for all behind it, too. */
  function first(list, isTrue) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTrue(list[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function whenIdle(action) {
    if (window.requestIdleCallback) window.requestIdleCallback(action);
    else setTimeout(action, 0, undefined);
  }

  /* Links to fields have to end below the header and the bar; a third party's theme says itself how high it is. */
  function measure() {
    const header = document.querySelector(HEADERS);
    for (const { element, tools, box } of references) {
      const line = box?.closest(".ys-filter-label").offsetTop ?? 0;
      const away = Math.max(0, line - parseFloat(getComputedStyle(tools).paddingBlockStart));
      if (header) set(element, "--ys-header-height", header.offsetHeight);
      set(element, "--ys-above-filter", away);
      set(element, "--ys-bar-height", tools.offsetHeight - away);
    }
  }

  /* Everything in the element has its style computed again, so only if need be. */
  function set(element, name, pixels) {
    const value = `${pixels}px`;
    if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
  }

  /* Whatever has opened, come or gone, something has another height. */
  const sizes = new ResizeObserver(() => {
    measure();
    look();
  });

  let looking = 0;
  let later = 0;
  function look() {
    if (later) return;
    looking ||= requestAnimationFrame(() => {
      looking = 0;
      mark(references.flatMap((reference) => reference.look()));
    });
  }

  function lookLater() {
    clearTimeout(later);
    later = setTimeout(() => {
      later = 0;
      look();
    }, BREATH);
  }

  /* The address. */

  function parameter(index) {
    return index ? `filter${index + 1}` : "filter";
  }

  let pause = 0;
  function remember() {
    clearTimeout(pause);
    const page = location.pathname;
    pause = setTimeout(() => {
      if (location.pathname !== page) return;
      const url = new URL(location.href);
      references.forEach(({ query }, index) => {
        if (query) url.searchParams.set(parameter(index), query);
        else url.searchParams.delete(parameter(index));
      });
      if (url.search !== location.search) history.replaceState(history.state, "", url);
    }, PAUSE);
  }

  function unescaped(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; /* somebody else's link */
    }
  }

  function reveal(hash) {
    const target = hash && document.getElementById(unescaped(hash.slice(1)));
    if (target) known.get(target.closest(".ys"))?.reveal(target);
  }

  function start() {
    const parameters = new URLSearchParams(location.search);
    references = [];
    for (const tools of document.querySelectorAll(".ys .ys-tools")) {
      const element = tools.closest(".ys");
      const isNew = !known.has(element);
      if (isNew) known.set(element, new Reference(element));
      const reference = known.get(element);
      references.push(reference);
      const query = parameters.get(parameter(references.length - 1));
      if (isNew && query && reference.box) {
        reference.box.value = query;
        reference.ask();
        reference.narrow(query);
      }
      whenIdle((deadline) => reference.box && reference.index(deadline));
    }
    sizes.disconnect();
    const measured = [document.querySelector(HEADERS), ...references.flatMap(({ element, tools }) => [element, tools])];
    if (references.length) for (const element of measured.filter(Boolean)) sizes.observe(element);
    reveal(location.hash);
  }

  function isTyping(element) {
    return element.isContentEditable || element.matches("input, textarea, select");
  }

  /* The reference in the window, else the first. */
  function current() {
    const withBox = references.filter((reference) => reference.box);
    return withBox.find(({ element }) => element.getBoundingClientRect().bottom > 0) ?? withBox[0];
  }

  window.addEventListener("hashchange", () => reveal(location.hash));
  for (const event of ["scroll", "resize"]) window.addEventListener(event, look, { passive: true });
  /* Before the browser goes there; and a link to where one is already changes nothing else. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href*='#']");
    if (link?.hash && link.pathname === location.pathname && link.host === location.host) reveal(link.hash);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const reference = isTyping(event.target) ? undefined : current();
    if (!reference) return;
    event.preventDefault();
    reference.box.focus();
    reference.box.select();
  });
  window.yschema.eachPage(start);
})();
