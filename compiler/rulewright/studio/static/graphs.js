// Graphs: what sets off what, how play goes on, what needs what. A node leads to its place.

import { choice, el, labelled, picture } from "/static/dom.js";
import { View } from "/static/view.js";

const SORTS = [["triggers", "what sets off what"], ["flow", "how play goes on"], ["dependencies", "what needs what"]];

export class Graphs extends View {
  what = "graph";

  setUp() {
    const anew = () => this.refresh();
    this.sort = choice(SORTS, "triggers", { onchange: () => ((this.start.value = ""), anew()) });
    this.start = el("input", { placeholder: "everything", autocomplete: "off", onchange: anew });
    this.start.setAttribute("list", "graph-names");
    this.known = el("datalist", { id: "graph-names" });
    this.large = el("input", { type: "checkbox", onchange: () => this.shown?.classList.toggle("large", this.large.checked) });
    this.bar.append(labelled("Graph", this.sort), labelled("From", this.start), this.known, el("label", {}, this.large, "full size"));
  }

  fields() {
    return { sort: this.sort.value, from: this.start.value.trim() };
  }

  draw({ svg, missing, text, nodes, names }) {
    this.known.replaceChildren(...names.map((name) => el("option", { value: name })));
    const words = el("details", { open: !svg }, el("summary", {}, "In words"), el("pre", {}, text));
    if (!svg) {
      this.body.replaceChildren(el("p", { className: "soft" }, missing), words);
      return;
    }
    this.shown = el("div", { className: `picture graph${this.large.checked ? " large" : ""}` });
    const root = picture(this.shown, svg.slice(svg.indexOf("<svg")));
    for (const group of root.querySelectorAll("g.node")) {
      const node = nodes[Number(/^n(\d+)$/.exec(group.querySelector("title")?.textContent ?? "")?.[1])];
      if (node) this.lead(group, node);
    }
    this.body.replaceChildren(this.shown, words);
  }

  lead(group, { id, span }) {
    group.classList.add("can");
    group.setAttribute("tabindex", 0);
    group.setAttribute("role", "link");
    group.setAttribute("aria-label", id);
    group.querySelector("title").textContent = id;
    group.addEventListener("click", () => this.studio.go(span));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.studio.go(span);
    });
  }
}
