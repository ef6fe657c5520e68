/* Tools of reference pages: a filter, folds, and copying. Without this script all of a page is there, and open.
 * Its words come from the template, which translates them. */
(function () {
  "use strict";

  const KEY = "v"; /* puts the cursor into the filter; no site theme of ours has it */
  const PAUSE = 250; /* milliseconds without typing until the address tells the filter */
  const BOX = ".ys-field, .ys-map, tr";
  const TEXTS = ".ys-parents, .ys-name, .ys-echo, .ys-title, .ys-text, .ys-notice";
  const CHOSEN = /^<(?:any )?name>/;

  let references = [];
  const known = new WeakMap(); /* by element */
  let folds = 0;

  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  function filled(words, values) {
    return words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  /* Without case and accents. */
  function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }

  /* One `.ys` of the page. */
  class Reference {
    constructor(element) {
      const tools = element.querySelector(".ys-tools");
      this.element = element;
      this.tools = tools;
      this.words = JSON.parse(tools.dataset.words);
      this.edit = tools.dataset.edit;
      this.query = "";
      this.searched = [];
      this.items = [];
      this.byBox = new Map();
      this.readItems();
      this.folds = [...element.querySelectorAll(".ys-fold")].map((fold) => this.fold(fold));
      this.bar(tools);
      this.actions = this.menu();
      this.watcher = new IntersectionObserver((changes) => this.near(changes), { rootMargin: "300px" });
      this.items.forEach((item) => this.watcher.observe(item.box));
      element.addEventListener("click", (event) => this.click(event));
      for (const head of element.querySelectorAll(".ys-file-head")) this.copyFile(head);
    }

    /* Fields. */

    readItems() {
      const byAnchor = new Map();
      for (const link of this.element.querySelectorAll(".ys-link")) {
        const box = link.closest(BOX);
        const [, anchor] = link.getAttribute("href").split("#"); /* instant navigation writes out addresses */
        const parent = byAnchor.get(anchor.slice(0, anchor.lastIndexOf(".")));
        const item = { box, link, anchor, parent, below: [], wanted: true, near: false };
        parent?.below.push(item);
        byAnchor.set(anchor, item);
        this.items.push(item);
        this.byBox.set(box, item);
      }
    }

    /* The filter. */

    bar(tools) {
      const total = this.items.length;
      if ("filter" in tools.dataset && total) this.input(tools, total);
      if (this.folds.length) {
        this.toggle = make("button", { type: "button", className: "ys-toggle" });
        this.toggle.addEventListener("click", () => this.toggleAll());
        tools.append(this.toggle);
        this.sayToggle();
      }
      tools.hidden = !tools.childElementCount;
      /* Links to fields have to end below it. */
      const tell = () => this.element.style.setProperty("--ys-bar", `${tools.offsetHeight}px`);
      if (!tools.hidden) new ResizeObserver(tell).observe(tools);
    }

    input(tools, total) {
      const { words } = this;
      this.box = make("input", {
        type: "search", className: "ys-filter", autocomplete: "off", spellcheck: false, enterKeyHint: "search",
        placeholder: filled(words.placeholder, { total, key: KEY }),
      });
      this.box.setAttribute("aria-keyshortcuts", KEY);
      this.status = make("span", { className: "ys-status" });
      this.status.setAttribute("role", "status");
      const label = make("span", { className: "ys-label", textContent: words.filter });
      tools.append(make("label", { className: "ys-filter-label" }, label, this.box), this.status);
      const all = make("button", { type: "button", className: "ys-all", textContent: words.all });
      this.none = make("p", { className: "ys-none", hidden: true }, `${words.none} `, all);
      tools.after(this.none);
      all.addEventListener("click", () => { this.clear(); this.box.focus(); });
      this.box.addEventListener("focus", () => this.index());
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
      (window.requestIdleCallback ?? setTimeout)(() => this.index());
    }

    index() {
      if (this.indexed) return;
      this.indexed = true;
      for (const item of this.items) {
        const [path, ...others] = texts(item.box);
        item.text = plain([path.join(""), ...others.flat(), elsewhere(item)?.dataset.paths ?? ""].join(" "));
      }
    }

    narrow(query) {
      const was = this.searched.length > 0;
      this.query = query.trim();
      this.searched = plain(this.query).split(/\s+/).filter(Boolean);
      this.index();
      let shown = 0;
      for (const item of this.items) {
        item.hit = this.searched.every((word) => item.text.includes(word));
        item.wanted = item.hit;
        shown += item.hit;
      }
      for (let i = this.items.length - 1; i >= 0; i--) {
        const item = this.items[i];
        if (item.wanted && item.parent) item.parent.wanted = true;
      }
      for (const item of this.items) if (item.box.hidden === item.wanted) item.box.hidden = !item.wanted;
      if (was !== this.searched.length > 0) {
        this.element.classList.toggle("ys-filtered", !was);
        this.folds.forEach((fold) => this.show(fold));
      }
      this.status.textContent = this.query ? filled(this.words.status, { shown, total: this.items.length }) : "";
      this.none.hidden = shown > 0;
      this.pass();
      mark();
      remember();
    }

    /* Links to the pages of maps take the filter along. */
    pass() {
      for (const item of this.items) {
        const link = elsewhere(item)?.firstElementChild;
        if (!link) continue;
        const url = new URL(link.href);
        if (this.query && item.hit) url.searchParams.set(parameter(0), this.query);
        else url.searchParams.delete(parameter(0));
        link.href = url.href;
      }
    }

    /* What is left may lie above the window. */
    toFirst() {
      const top = this.items.find((item) => item.wanted);
      const gap = top && top.box.getBoundingClientRect().top - this.tools.getBoundingClientRect().bottom;
      if (this.query && gap < 0) window.scrollBy({ top: gap - 8, behavior: "instant" });
    }

    clear() {
      if (this.box) this.box.value = "";
      this.narrow("");
    }

    /* Folds. */

    fold(box) {
      const item = this.byBox.get(box.closest(BOX));
      box.id = `ys-fold-${++folds}`;
      const values = {
        name: item.box.querySelector(".ys-name").textContent,
        number: box.querySelectorAll(".ys-link").length,
      };
      const button = make("button", {
        type: "button", className: "ys-unfold", textContent: filled(this.words.nested, values),
      });
      button.setAttribute("aria-controls", box.id);
      const fold = { box, button, open: false };
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

    show(fold) {
      fold.button.setAttribute("aria-expanded", fold.open);
      if (fold.open || this.searched.length) fold.box.removeAttribute("hidden");
      else fold.box.setAttribute("hidden", "until-found");
    }

    toggleAll() {
      const open = this.folds.some((fold) => !fold.open);
      for (const fold of this.folds) {
        fold.open = open;
        this.show(fold);
      }
      this.sayToggle();
    }

    sayToggle() {
      const folded = this.folds.some((fold) => !fold.open);
      this.toggle.textContent = folded ? this.words.open : this.words.fold;
    }

    /* Makes what a link leads to visible. */
    reveal(target) {
      if (target.closest("[hidden]:not([hidden=until-found])")) this.clear();
      const around = this.folds.filter(({ box }) => box.contains(target) || box.parentElement.contains(target) &&
        box.parentElement === target.closest(BOX));
      for (const fold of around) if (!fold.open) this.turn(fold, true);
    }

    /* Copying. */

    /* Fields near the window get their buttons, and their marks. */
    near(changes) {
      for (const { target, isIntersecting } of changes) {
        const item = this.byBox.get(target);
        item.near = isIntersecting;
        if (isIntersecting && !item.actions) this.addActions(item);
      }
      if (this.searched.length) mark();
    }

    menu() {
      const { words } = this;
      const button = (kind, text) => {
        const made = make("button", { type: "button", textContent: text });
        made.dataset.copy = kind;
        return made;
      };
      const copies = make("span", { className: "ys-copies" });
      copies.append(button("path", words.path), button("yaml", "YAML"), button("flag", "--data-value"));
      return make("div", { className: "ys-actions" }, copies);
    }

    addActions(item) {
      const { words } = this;
      const actions = this.actions.cloneNode(true);
      const path = pathOf(item);
      item.actions = actions;
      const labels = { path: words.copyPath, yaml: words.copyYaml, flag: words.copyFlag };
      for (const button of actions.querySelectorAll("button")) {
        if (textOf(item, button.dataset.copy) === null) button.remove();
        button.title = filled(labels[button.dataset.copy], { path });
        button.setAttribute("aria-label", button.title);
      }
      const { edit, line } = item.link.dataset;
      const href = edit ?? (this.edit && line && this.edit + line);
      if (href) {
        const title = filled(words.editField, { path });
        const link = make("a", { className: "ys-edit", href, title, textContent: words.edit });
        link.setAttribute("aria-label", title);
        actions.append(link);
      }
      const meta = own(item.box).find((part) => part.matches(".ys-meta"));
      (meta ?? item.link.closest(".ys-key")).append(actions);
    }

    copyFile(head) {
      if (themeCopies()) return;
      const { words } = this;
      const button = make("button", { type: "button", textContent: words.copy });
      button.setAttribute("aria-label", filled(words.copyFile, { name: head.textContent.trim() }));
      head.append(button);
      button.addEventListener("click", () => {
        copy(head.nextElementSibling.textContent).then(() => this.sayCopied(button), () => {});
      });
    }

    click(event) {
      const button = event.target.closest("[data-copy]");
      const item = button && this.byBox.get(button.closest(BOX));
      if (!item) return;
      copy(textOf(item, button.dataset.copy)).then(() => this.sayCopied(button), () => {});
    }

    sayCopied(button) {
      const { textContent } = button;
      say(this.words.copied);
      if (button.classList.contains("ys-copied")) return;
      button.classList.add("ys-copied");
      button.textContent = this.words.copied;
      setTimeout(() => {
        button.classList.remove("ys-copied");
        button.textContent = textContent;
      }, 1500);
    }
  }

  /* Whether the site's theme has buttons of its own that copy blocks of code. */
  function themeCopies() {
    const config = document.getElementById("__config"); /* of Material */
    return Boolean(config && JSON.parse(config.textContent).features?.includes("content.code.copy"));
  }

  /* The elements of a field, without those of the fields below. */
  function own(box) {
    if (box.matches("tr")) return [box];
    return [...box.children].filter((child) => child.matches(".ys-key, .ys-meta, .ys-body"));
  }

  /* Of a map that has a page of its own, what stands here for its fields. */
  function elsewhere({ box }) {
    return box.querySelector(":scope > .ys-elsewhere");
  }

  function first(box, selector) {
    return own(box).map((part) => part.querySelector(selector)).find(Boolean);
  }

  function hasBadge(box, ...kinds) {
    return kinds.some((kind) => first(box, `:is(.ys-meta, .ys-badges) > .ys-${kind}`));
  }

  /* Whether it is readers who choose the name. */
  function isChosen(box) {
    return Boolean(first(box, ".ys-name .ys-any"));
  }

  /* Texts of a field, not of those below: the parts of its path, then the others. */
  function texts(box) {
    return elements(box).map((group) => group.map((element) => element.textContent));
  }

  function elements(box) {
    const found = own(box).flatMap((part) => [...part.querySelectorAll(TEXTS)]);
    const isKey = (element) => element.matches(".ys-parents, .ys-name");
    return [found.filter(isKey), ...found.filter((element) => !isKey(element)).map((element) => [element])];
  }

  function pathOf(item) {
    return texts(item.box)[0].join("");
  }

  /* The keys of a field, each with the number of arrays that it holds, one in the other; null where they cannot
   * be told. Anchors have the keys in a form that can be taken apart, paths have the arrays. */
  function keysOf(item) {
    const found = [];
    let rest = pathOf(item);
    for (const segment of item.anchor.split(".").slice(1)) {
      if (found.length) {
        if (!rest.startsWith(".")) return null;
        rest = rest.slice(1);
      }
      let name = segment === "~" ? "" : decodeURIComponent(segment.replaceAll("~", "%"));
      if (!name && rest.startsWith('""')) rest = rest.slice(2);
      if (!rest.startsWith(name)) {
        const chosen = CHOSEN.exec(rest)?.[0];
        if (!chosen) return null;
        name = rest.startsWith(chosen + name) ? chosen + name : chosen;
      }
      rest = rest.slice(name.length);
      const [arrays] = /^(?:\[\])*/.exec(rest);
      rest = rest.slice(arrays.length);
      found.push({ name, arrays: arrays.length / 2 });
    }
    return rest ? null : found;
  }

  function textOf(item, kind) {
    if (kind === "path") return pathOf(item);
    const keys = keysOf(item);
    if (!keys || item.box.matches(".ys-gone")) return null;
    /* With a line end, for one belongs to the value of a text of several lines. */
    return kind === "yaml" ? `${nested(keys, valueOf(item))}\n` : flag(item, keys);
  }

  /* What to set a field to, as YAML: its default, or the first example where that says little. */
  function valueOf(item) {
    const { box } = item;
    const code = (name) => first(box, `.${name} > code, .${name} > pre > code`)?.textContent;
    const value = code("ys-default");
    const says = value !== undefined && !hasBadge(box, "required") && !["[]", "{}", '""', "null"].includes(value);
    const example = first(box, ".ys-example");
    if (says) return value;
    if (example) return example.dataset.yaml ?? code("ys-example");
    if (value === "[]") return below(item) ?? value;
    /* Without a default there are maps, which may have no fields, and what is only there if it is given. */
    return value ?? below(item) ?? (hasBadge(box, "optional") || isChosen(box) ? "" : "{}");
  }

  /* The fields below with their values, those that are there by default. */
  function below(item) {
    const there = item.below.filter(({ box }) =>
      !box.matches(".ys-gone") && !hasBadge(box, "optional", "deprecated") && !isChosen(box));
    const lines = [];
    let arrays = 0;
    for (const field of there) {
      const keys = keysOf(field);
      if (!keys) return undefined;
      arrays = keys.at(-2)?.arrays ?? 0;
      lines.push(nested([{ name: keys.at(-1).name, arrays: 0 }], valueOf(field)));
    }
    if (!lines.length) return undefined;
    const dashes = "- ".repeat(arrays);
    return dashes + indented(lines.join("\n"), " ".repeat(dashes.length)).trimStart();
  }

  function indented(text, margin) {
    return text.replace(/^(?=.)/gm, margin);
  }

  /* YAML of a value below its keys. */
  function nested(keys, value) {
    const lines = [];
    let margin = "";
    let dashes = "";
    let column = "";
    for (const { name, arrays } of keys) {
      lines.push(`${margin}${dashes}${yamlKey(name)}:`);
      column = margin + " ".repeat(dashes.length);
      margin = arrays ? column : `${column}  `;
      dashes = "- ".repeat(arrays);
    }
    const head = lines.join("\n");
    if (isScalar(value)) return value ? `${head} ${value}` : head;
    if (/^[|>]/.test(value)) return `${head} ${indented(value, column).trimStart()}`;
    return `${head}\n${indented(value, value.startsWith("- ") ? column : `${column}  `)}`;
  }

  function yamlKey(name) {
    const bare = /^[A-Za-z_][\w./-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name);
    return bare || CHOSEN.test(name) || /^!!(?:bool|int|float|null) /.test(name) ? name : JSON.stringify(name);
  }

  function isQuoted(yaml) {
    return /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')$/.test(yaml);
  }

  function isScalar(yaml) {
    return isQuoted(yaml) || yaml === "[]" || yaml === "{}" || !/\n|^[-?] |: |:$|^[|>]/.test(yaml);
  }

  /* The option that sets a field; null where options cannot. */
  function flag(item, keys) {
    const arrays = keys.slice(0, -1).some((key) => key.arrays);
    if (arrays || keys.some(({ name }) => /[.=]|^$|^!!/.test(name))) return null;
    const path = keys.map((key) => key.name).join(".");
    const yaml = valueOf(item);
    if (!yaml) return null;
    const isString = first(item.box, ".ys-type")?.textContent === "string";
    const text = isQuoted(yaml) ? unquoted(yaml) : isString && isScalar(yaml) ? yaml : null;
    if (text !== null) return `--data-value ${shell(`${path}=${text}`)}`;
    return `--data-value-yaml ${shell(`${path}=${yaml}${yaml.includes("\n") ? "\n" : ""}`)}`;
  }

  function unquoted(yaml) {
    if (yaml.startsWith("'")) return yaml.slice(1, -1).replaceAll("''", "'");
    try {
      return JSON.parse(yaml);
    } catch {
      return null; /* YAML has more escapes than JSON */
    }
  }

  function shell(word) {
    return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
  }

  function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    /* Pages that came without encryption have no clipboard. */
    const focused = document.activeElement;
    const area = make("textarea", { value: text, className: "ys-unseen" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done ? Promise.resolve() : Promise.reject(new Error("not allowed"));
  }

  /* For those who do not see it. */
  function say(text) {
    let status = document.getElementById("ys-said");
    if (!status) {
      status = make("div", { id: "ys-said", className: "ys-unseen" });
      status.setAttribute("role", "status");
      document.body.append(status);
    }
    status.textContent = "";
    setTimeout(() => { status.textContent = text; }, 50);
  }

  /* Marks what has been found in the fields near the window; the page itself stays as it is. */
  let marking = 0;
  function mark() {
    if (!window.Highlight || marking) return;
    marking = requestAnimationFrame(() => {
      marking = 0;
      const ranges = [];
      for (const { items, searched } of references) {
        if (!searched.length) continue;
        for (const item of items) if (item.near && item.hit) ranges.push(...found(item.box, searched));
      }
      CSS.highlights.set("ys-found", new Highlight(...ranges));
    });
  }

  function* found(box, words) {
    for (const group of elements(box)) {
      const letters = group.flatMap(lettersOf);
      const text = letters.map((letter) => letter.text).join("");
      const whose = letters.flatMap((letter) => Array(letter.text.length).fill(letter));
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = document.createRange();
          const last = whose[at + word.length - 1];
          range.setStart(whose[at].node, whose[at].start);
          range.setEnd(last.node, last.end);
          yield range;
        }
      }
    }
  }

  function lettersOf(element) {
    const letters = [];
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      let start = 0;
      for (const character of node.data) {
        letters.push({ node, start, end: start + character.length, text: plain(character) });
        start += character.length;
      }
    }
    return letters;
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
        reference.narrow(query);
      }
    }
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
  /* With instant navigation pages come and go without a load. */
  if (window.document$) window.document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
