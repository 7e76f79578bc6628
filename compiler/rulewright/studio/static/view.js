// What tabs have in common that show one answer of the server: asked anew when the rules have changed.

import { ask } from "/static/api.js";
import { el } from "/static/dom.js";

export class View {
  constructor(host, studio) {
    this.studio = studio;
    this.bar = el("div", { className: "bar" });
    this.said = el("p", { className: "said", role: "status" });
    this.body = el("div");
    this.key = null;
    host.append(this.bar, this.said, this.body);
    this.setUp?.();
  }

  checked({ key }) {
    if (key === this.key) return;
    this.key = key;
    this.refresh();
  }

  // Asks and draws; `what` and `fields` say what is asked for.
  async refresh() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      const answer = await ask(this.what, { texts: this.studio.drafts(), ...this.fields?.() });
      if (turn !== this.turn) return; // a later one is on its way
      this.said.textContent = "";
      this.draw(answer);
    } catch (error) {
      if (turn === this.turn) this.said.textContent = error.message;
    }
  }

  // A link to a place in the files.
  place(span, text = `${span.path.split("/").pop()}:${span.line}`) {
    return el("button", { type: "button", className: "place", onclick: () => this.studio.go(span) }, text);
  }
}
