/* Values as YAML, for the scripts that come after this one: which lines are whose, and which of them show. */
(function () {
  "use strict";

  /* A field as lines of a file: comments, its key, what its value goes on in. A few have none: what has been removed,
   * items of arrays in arrays. */
  class Lines {
    constructor(anchor, path, byAnchor) {
      this.anchor = anchor;
      this.path = path;
      this.lines = [];
      this.places = new Set(); /* the elements that hold its lines */
      this.folds = []; /* what its value, or some of it, is in */
      this.parent = byAnchor.get(anchor.slice(0, anchor.lastIndexOf(".")));
      this.isGone = false;
      byAnchor.set(anchor, this);
    }

    /* The elements with texts, in groups: each line by itself. */
    get texts() {
      return this.lines.map((line) => [line]);
    }

    /* What the filter looks in. */
    get said() {
      return [this.path, ...this.lines.map((line) => line.textContent)].join(" ");
    }

    /* Of a map that has a page of its own, what stands here for its fields. */
    get elsewhere() {
      return this.lines.map((line) => line.querySelector("[data-paths]")).find(Boolean);
    }
  }

  /* The part of a reference that has the file. */
  class Values {
    constructor(element) {
      this.element = element;
      this.byAnchor = new Map();
      this.loose = []; /* lines that are no field's */
    }

    /* How many fields there are, without a look at all lines. */
    get total() {
      const keys = [...this.element.getElementsByClassName("ys-line-key")].map((key) => key.getAttribute("href"));
      return new Set(keys).size + this.element.querySelectorAll(".ys-unlisted:not(.ys-is-removed)").length;
    }

    /* All fields, each before those below it. */
    get fields() {
      if (!this.isRead) {
        this.isRead = true;
        this.read(this.element, undefined);
        this.found = [...this.byAnchor.values()];
        this.found.forEach((field, index) => { field.end = index + 1; });
        for (const { parent, end } of this.found.toReversed()) if (parent) parent.end = Math.max(parent.end, end);
      }
      return this.found;
    }

    /* A comment belongs to the key that comes next, all else to the one before. */
    read(box, owner) {
      let last = owner;
      let comments = [];
      const take = (field, ...lines) => {
        (field?.lines ?? this.loose).push(...lines);
        if (lines.length) field?.places.add(box);
      };
      for (const part of box.children) {
        if (part.matches("details")) this.readFold(part, last);
        else if (part.matches(".ys-unlisted")) this.lose(part);
        else if (part.matches(".ys-line")) {
          const key = part.querySelector(".ys-line-key");
          if (key) {
            last = this.fieldOf(key);
            take(last, ...comments.splice(0), part);
            part.querySelectorAll(".ys-unlisted").forEach((lost) => this.lose(lost));
          } else if (part.matches(".ys-comment")) comments.push(part);
          else take(last, ...comments.splice(0), part);
        }
      }
      take(owner, ...comments);
    }

    readFold(box, owner) {
      owner?.folds.push({ box });
      this.read(box, owner);
    }

    fieldOf(key) {
      const [, anchor] = key.getAttribute("href").split("#");
      const known = this.byAnchor.get(anchor);
      if (known) return known; /* a line above says that it is null, this one what else it may be */
      const field = new Lines(anchor, key.dataset.path, this.byAnchor);
      const name = key.textContent.replace(/^(["'])(.*)\1$/, "$2");
      field.path ??= field.parent ? `${field.parent.path}.${name}` : name;
      return field;
    }

    lose({ dataset, classList }) {
      new Lines(dataset.anchor, dataset.path, this.byAnchor).isGone = classList.contains("ys-is-removed");
    }

    /* Shows the lines of some fields; without a choice all. Folds are open where there is something in them, and are
     * what they were when all is there again. What is in a fold that does not show can stay as it is. */
    narrow(isWanted) {
      const wanted = this.fields.filter((field) => !isWanted || isWanted(field));
      const those = new Set(wanted);
      const places = new Set(wanted.flatMap((field) => [...field.places]));
      for (let i = 0; i < this.fields.length;) {
        const field = this.fields[i];
        const isHidden = !those.has(field);
        if (isHidden !== Boolean(field.isHidden)) for (const line of field.lines) line.hidden = isHidden;
        field.isHidden = isHidden;
        for (const fold of field.folds) this.turn(fold, Boolean(isWanted), !isHidden && places.has(fold.box));
        i = isHidden ? field.end : i + 1;
      }
      for (const line of this.loose) line.hidden = Boolean(isWanted);
    }

    turn(fold, isFiltered, shows) {
      const { box } = fold;
      if (isFiltered) fold.wasOpen ??= box.open;
      box.hidden = !shows;
      if (isFiltered && shows) box.open = true;
      else if (!isFiltered && fold.wasOpen !== undefined) {
        box.open = fold.wasOpen;
        fold.wasOpen = undefined;
      }
    }

    /* The first line that shows. */
    get first() {
      for (let i = 0; i < this.fields.length;) {
        const { isHidden, lines, end } = this.fields[i];
        if (!isHidden && lines.length) return lines[0];
        i = isHidden ? end : i + 1;
      }
      return undefined;
    }

    /* Opens what is around a line. */
    open(line) {
      for (let box = line.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    }

    /* The way to the page of a map, as the reference has it. */
    lead({ dataset, href, textContent }) {
      const own = this.element.querySelector(`[data-map="${CSS.escape(dataset.map)}"]`);
      if (own) Object.assign(own, { href, textContent });
    }
  }

  window.yschema = { ...window.yschema, Values };
})();
