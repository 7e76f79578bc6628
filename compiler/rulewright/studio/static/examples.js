// The examples of the rules: whether each holds, and where it leads to.

import { ask } from "/static/api.js";
import { el, picture } from "/static/dom.js";
import { problem } from "/static/problems.js";
import { View } from "/static/view.js";

export class Examples extends View {
  what = "examples";

  draw({ examples }) {
    const held = examples.filter((each) => !each.failed.length).length;
    const look = held === examples.length ? "is-good" : "is-error";
    this.bar.replaceChildren(el("strong", { className: look }, `${held} of ${examples.length} examples hold`));
    const order = [...examples.keys()].sort((a, b) => examples[b].failed.length - examples[a].failed.length);
    this.body.replaceChildren(...order.map((number) => this.example(examples[number], number)));
  }

  example({ title, per, span, failed }, number) {
    const shown = el("div", { className: "picture", hidden: true });
    const show = el("button", { type: "button", disabled: failed.length > 0 }, "Show");
    show.addEventListener("click", () => this.show(shown, number));
    return el("div", { className: "card" },
      el("div", { className: "bar", style: "margin: 0" },
        el("span", { className: `badge ${failed.length ? "is-error" : "is-good"}` }, failed.length ? "fails" : "holds"),
        this.place(span, title),
        el("span", { className: "faint" }, per.join(", ")),
        el("span", { className: "space" }),
        show),
      ...failed.map((found) => problem(found, (at) => this.studio.go(at))),
      shown);
  }

  async show(shown, number) {
    if (!shown.hidden) return void (shown.hidden = true);
    try {
      const found = await ask("example", { texts: this.studio.drafts(), number });
      shown.hidden = false;
      picture(shown, found.picture);
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}
