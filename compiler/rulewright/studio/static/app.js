// The studio: files at the left, tabs at the right. Each window has drafts of its own; a save that would go over
// something unseen asks first.

import { ask } from "/static/api.js";
import { el } from "/static/dom.js";
import { Editor } from "/static/editor.js";
import { showProblems } from "/static/problems.js";
import { Tabs } from "/static/tabs.js";

const by = (id) => document.getElementById(id);
const QUIET = 250; // milliseconds after the last key
const LOOK = 2000; // milliseconds between looks at the disk

class Studio {
  constructor() {
    this.files = new Map(); // path -> { text (saved), mark, locked }
    this.checking = null;
    this.checked = null;
    this.timer = null;
  }

  async start() {
    const [opened, colours] = await Promise.all([ask("files"), ask("colours")]);
    this.name = opened.name;
    this.variants = opened.variants.map((each) => ` + ${each}`).join("");
    this.shared = opened.shared; // where other machines find seats, if they do
    document.title = `${opened.name} · Rulewright studio`;
    this.editor = new Editor(by("editor"), colours, (path) => this.typed(path));
    for (const file of opened.files) this.take(file);
    const readable = opened.files.filter((file) => file.text !== null);
    by("file").append(...readable.map((file) => el("option", { value: file.path, textContent: short(file.path) })));
    by("file").addEventListener("change", () => this.open(by("file").value));
    by("save").addEventListener("click", () => this.save());
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.save();
      }
    });
    addEventListener("beforeunload", (event) => {
      if (this.unsaved().length) event.preventDefault();
    });
    this.tabs = new Tabs(by("tabs"), by("panels"), this);
    if (readable.length) this.open(readable[0].path);
    await this.check();
    setInterval(() => this.lookAtDisk(), LOOK);
  }

  take(file) {
    this.files.set(file.path, file);
    if (file.text !== null) this.editor.put(file.path, file.text, file.locked);
  }

  open(path) {
    by("file").value = path;
    this.editor.open(path);
    this.tell();
  }

  write(path, text) {
    by("file").value = path;
    this.editor.write(path, text);
  }

  // What differs from the files as they were read.
  drafts() {
    return Object.fromEntries(this.unsaved().map((path) => [path, this.editor.text(path)]));
  }

  unsaved() {
    const read = [...this.files.values()].filter((file) => file.text !== null);
    return read.filter((file) => this.editor.text(file.path) !== file.text).map((file) => file.path);
  }

  typed() {
    this.tell();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  tell() {
    const unsaved = this.unsaved();
    for (const option of by("file").options) {
      option.textContent = `${unsaved.includes(option.value) ? "● " : ""}${short(option.value)}`;
    }
    const locked = this.files.get(this.editor.path)?.locked;
    by("save").disabled = unsaved.length === 0;
    by("saved").textContent = locked ? locked : unsaved.length ? "not saved" : "saved";
  }

  async check() {
    this.checking?.abort();
    this.checking = new AbortController();
    try {
      const found = await ask("check", { texts: this.drafts() }, this.checking.signal);
      this.checked = found;
      this.showFound(found);
      this.tabs.checked(found);
    } catch (error) {
      if (error.name !== "AbortError") this.notice(error.message);
    }
  }

  showFound({ found, summary, game }) {
    const worst = found.some((each) => each.level === "error") ? "error" : found.length ? "warning" : "good";
    const unproved = game?.unproved.length ? `, not proved to stop (${game.unproved.join(", ")})` : "";
    by("summary").textContent = summary + unproved;
    by("summary").className = `is-${worst}`;
    if (game) by("title").textContent = `${game.title} ${game.version}${this.variants}`;
    else if (!this.checked?.game) by("title").textContent ||= this.name;
    const byPath = Map.groupBy ? Map.groupBy(found, (each) => each.span.path) : grouped(found);
    this.editor.show(byPath);
    showProblems(by("problems"), found, (span) => this.go(span));
  }

  go(span) {
    if (!this.files.get(span.path)?.text && !this.files.has(span.path)) return;
    if (span.path !== this.editor.path) this.open(span.path);
    this.editor.go(span);
  }

  async save() {
    for (const path of this.unsaved()) {
      const text = this.editor.text(path);
      try {
        const { mark } = await ask("save", { path, text, mark: this.files.get(path).mark });
        this.files.set(path, { ...this.files.get(path), text, mark });
      } catch (error) {
        if (error.status === 409) this.moved(error.data);
        else this.notice(`${error.message}. Your text is still here.`);
        break;
      }
    }
    this.tell();
    this.check();
  }

  // The file on the disk is not the one that this window read.
  moved(there) {
    const path = there.path;
    this.notice(
      `${short(path)} has changed on the disk since this window read it.`,
      el("button", { onclick: () => this.takeTheirs(there) }, "Take what is on the disk"),
      el("button", { onclick: () => this.keepMine(there) }, "Keep what is here"),
    );
  }

  takeTheirs(there) {
    this.take(there);
    this.notice(null);
    if (there.path === this.editor.path) this.open(there.path);
    this.tell();
    this.check();
  }

  keepMine(there) {
    this.files.set(there.path, { ...this.files.get(there.path), text: there.text ?? "", mark: there.mark });
    this.notice(null);
    this.tell();
  }

  async lookAtDisk() {
    let marks;
    try {
      marks = await ask("marks");
    } catch (error) {
      if (error.status === 0) this.notice(error.message);
      return;
    }
    const moved = [...this.files.values()].filter((file) => marks[file.path] && marks[file.path] !== file.mark);
    if (!moved.length) return;
    const { files } = await ask("files");
    for (const file of files.filter((each) => moved.some((old) => old.path === each.path))) {
      if (this.unsaved().includes(file.path)) this.moved(file);
      else this.takeTheirs(file);
    }
  }

  notice(text, ...more) {
    by("notice").hidden = text === null;
    const close = el("button", { onclick: () => this.notice(null), "aria-label": "Close" }, "×");
    by("notice").replaceChildren(...(text === null ? [] : [text, ...more, close]));
  }
}

const short = (path) => path.split("/").slice(-1)[0];

function grouped(found) {
  const groups = new Map();
  for (const each of found) groups.set(each.span.path, [...(groups.get(each.span.path) ?? []), each]);
  return groups;
}

const studio = new Studio();
studio.start().catch((error) => studio.notice(error.message));
