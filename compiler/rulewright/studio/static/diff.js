// The diff: what the text in the editor changes in meaning, against what was saved or a revision of git.

import { el, labelled } from "/static/dom.js";
import { problem } from "/static/problems.js";
import { View } from "/static/view.js";

const LOOKS = { breaking: "is-error", risky: "is-warning" };

export class Diff extends View {
  what = "compare";

  setUp() {
    this.against = el("input", { value: "saved", id: "against", size: 16, autocomplete: "off" });
    this.against.setAttribute("list", "revisions");
    this.against.addEventListener("change", () => this.refresh());
    const known = el("datalist", { id: "revisions" }, ...["saved", "HEAD", "HEAD~1", "main"].map((value) => el("option", { value })));
    this.bar.append(labelled("Against", this.against), known, el("button", { type: "button", onclick: () => this.refresh() }, "Compare"),
      el("span", { className: "faint" }, "saved, or a revision of git"));
  }

  fields() {
    return { against: this.against.value };
  }

  draw({ changes, level, version, broken, old }) {
    const groups = new Map();
    for (const change of changes) {
      const titled = `${change.sort} ${change.name}`.trim();
      groups.set(titled, [...(groups.get(titled) ?? []), change]);
    }
    this.said.replaceChildren(
      level ? el("span", { className: `badge ${LOOKS[level] ?? "is-good"}` }, level) : `Nothing differs from ${old.name}.`,
      changes.length ? ` ${changes.length} ${changes.length === 1 ? "change" : "changes"} since ${old.name}` : "",
      level && version.advised !== version.before ? `; the version should be ${version.advised}, after ${version.before}` : "",
    );
    this.body.replaceChildren(
      ...broken.flatMap((side) => [el("p", {}, `The ${side.which} rules have errors; what can be read is compared.`),
        ...side.found.slice(0, 5).map((found) => problem(found, (span) => this.studio.go(span)))]),
      ...[...groups].map(([titled, some]) => el("div", { className: "card change" }, el("strong", {}, titled), ...some.map((each) => this.change(each)))),
    );
  }

  change({ how, part, before, after, level, classes, reaches, clauses, new: place }) {
    return el("div", {},
      el("span", { className: `badge ${LOOKS[level] ?? "is-good"}` }, level), " ",
      [part, how].filter(Boolean).join(" "), " ",
      el("span", { className: "faint" }, [classes.join(", "), clauses.join(", ")].filter(Boolean).join("; ")), " ",
      place ? this.place(place) : "",
      before || after ? el("pre", {}, ...[before ? `- ${before}` : "", after ? `+ ${after}` : ""].filter(Boolean).join("\n")) : "",
      reaches.length ? el("div", { className: "soft" }, `reaches ${reaches.join(", ")}`) : "");
  }
}
