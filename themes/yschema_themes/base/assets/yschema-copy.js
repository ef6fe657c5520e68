/* Fields as texts to paste: the path, YAML below its keys, an option of the command line. */
(function () {
  "use strict";

  const CHOSEN = /^<(?:any )?name>/;

  /* The keys of a field, each with the number of arrays that it holds, one in the other; null where they cannot
   * be told. Anchors have the keys in a form that can be taken apart, paths have the arrays. */
  function keysOf(field) {
    const found = [];
    let rest = field.path;
    for (const segment of field.anchor.split(".").slice(1)) {
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

  /* A field as text of a kind: `path`, `yaml` or `flag`; null where there is none. */
  function textOf(field, kind) {
    if (kind === "path") return field.path;
    const keys = keysOf(field);
    if (!keys || field.isGone) return null;
    /* With a line end, for one belongs to the value of a text of several lines. */
    return kind === "yaml" ? `${nested(keys, valueOf(field, true))}\n` : flag(field, keys);
  }

  /* What to set a field to, as YAML: its default, or the first example where that says little. Who asks for a map
   * that is null wants to have it. */
  function valueOf(field, isAsked = false) {
    const code = (name) => field.first(`.${name} > code, .${name} > pre > code`)?.textContent;
    const value = code("ys-default");
    const says = value !== undefined && !field.hasBadge("required") && !["[]", "{}", '""', "null"].includes(value);
    const example = field.first(".ys-example[data-yaml]");
    if (says) return value;
    if (example) return example.dataset.yaml;
    if (value === "[]" || isAsked && value === "null") return below(field) ?? value;
    /* Without a default there are maps, which may have no fields, and what is only there if it is given. */
    return value ?? below(field) ?? (field.hasBadge("optional") || field.isChosen ? "" : "{}");
  }

  /* The fields below with their values, those that are there by default. */
  function below(field) {
    const there = field.below.filter((inner) =>
      !inner.isGone && !inner.hasBadge("optional", "deprecated") && !inner.isChosen);
    const lines = [];
    let arrays = 0;
    for (const inner of there) {
      const keys = keysOf(inner);
      if (!keys) return undefined;
      arrays = keys.at(-2)?.arrays ?? 0;
      lines.push(nested([{ name: keys.at(-1).name, arrays: 0 }], valueOf(inner)));
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
  function flag(field, keys) {
    const arrays = keys.slice(0, -1).some((key) => key.arrays);
    if (arrays || keys.some(({ name }) => /[.=]|^$|^!!/.test(name))) return null;
    const path = keys.map((key) => key.name).join(".");
    const yaml = valueOf(field, true);
    if (!yaml) return null;
    const isString = field.first(".ys-string") !== undefined;
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
    const area = window.yschema.make("textarea", { value: text, className: "ys-visually-hidden" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done ? Promise.resolve() : Promise.reject(new Error("not allowed"));
  }

  /* For those who do not see it. */
  function say(text) {
    let status = document.getElementById("ys-announcement");
    if (!status) {
      status = window.yschema.make("div", { id: "ys-announcement", className: "ys-visually-hidden" });
      status.setAttribute("role", "status");
      document.body.append(status);
    }
    status.textContent = "";
    setTimeout(() => { status.textContent = text; }, 50);
  }

  /* Copies for somebody who pressed a button, and says so. */
  function press(button, text, words) {
    copy(text).then(() => {
      const { textContent } = button;
      say(words.copied);
      if (button.classList.contains("ys-copied")) return;
      button.classList.add("ys-copied");
      button.textContent = words.copied;
      setTimeout(() => {
        button.classList.remove("ys-copied");
        button.textContent = textContent;
      }, 1500);
    }, () => {});
  }

  /* Whether the site theme has buttons of its own that copy blocks of code. */
  function hasCopying() {
    const config = document.getElementById("__config"); /* of Material */
    return Boolean(config && JSON.parse(config.textContent).features?.includes("content.code.copy"));
  }

  /* Gives the head of a file a button. */
  function addCopying(head, words) {
    if (!hasCopying()) head.append(copier(head.textContent.trim(), head.nextElementSibling, words));
  }

  /* Gives values as YAML a button, which copies all of them, folded or not. */
  function addYamlCopying(yaml, words) {
    const isCode = yaml.matches("pre");
    if (isCode && hasCopying()) return;
    const head = window.yschema.make("div", { className: "ys-yaml-head" });
    head.append(copier(isCode ? "YAML" : yaml.getAttribute("aria-label"), yaml, words));
    yaml.before(head);
  }

  function copier(name, source, words) {
    const { filled, make } = window.yschema;
    const button = make("button", { type: "button", textContent: words.copy });
    button.setAttribute("aria-label", filled(words.copyFile, { name }));
    button.addEventListener("click", () => press(button, source.textContent, words));
    return button;
  }

  /* The buttons of fields, to be cloned for each. */
  function buttons(words) {
    const { make } = window.yschema;
    const button = (kind, text) => {
      const made = make("button", { type: "button", textContent: text });
      made.dataset.copy = kind;
      return made;
    };
    const copies = make("span", { className: "ys-copies" });
    copies.append(button("path", words.path), button("yaml", "YAML"), button("flag", "--data-value"));
    return make("div", { className: "ys-buttons" }, copies);
  }

  /* Gives a field its buttons, and the link for editing where there is an address. */
  function addActions(field, pattern, words, edit) {
    const { filled, make } = window.yschema;
    const actions = pattern.cloneNode(true);
    const { path } = field;
    const labels = { path: words.copyPath, yaml: words.copyYaml, flag: words.copyFlag };
    for (const button of actions.querySelectorAll("button")) {
      if (textOf(field, button.dataset.copy) === null) button.remove();
      button.title = filled(labels[button.dataset.copy], { path });
      button.setAttribute("aria-label", button.title);
    }
    const { edit: address, line } = field.link.dataset;
    const href = address ?? (edit && line && edit + line);
    if (href) {
      const title = filled(words.editField, { path });
      const link = make("a", { className: "ys-edit", href, title, textContent: words.edit });
      link.setAttribute("aria-label", title);
      actions.append(link);
    }
    const meta = field.own.find((part) => part.matches(".ys-meta"));
    (meta ?? field.link.closest(".ys-key")).append(actions);
  }

  window.yschema = { ...window.yschema, textOf, buttons, addActions, addCopying, addYamlCopying, press };
})();
