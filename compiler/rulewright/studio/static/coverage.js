// The rulebook clause by clause: where it is cited, why it is waived, what is open.

import { el } from "/static/dom.js";
import { View } from "/static/view.js";

const LOOKS = { cited: "is-good", waived: "is-warning", open: "is-error" };
const FEW = 6;

export class Coverage extends View {
  what = "cover";

  draw({ percent, clauses, uncited, reconstructed }) {
    const count = (state) => clauses.filter((clause) => clause.state === state).length;
    const sums = ["cited", "waived", "open"].map((state) => el("span", { className: `badge ${count(state) ? LOOKS[state] : "faint"}` }, `${count(state)} ${state}`));
    this.bar.replaceChildren(el("strong", {}, `${percent.toFixed(1)} % of ${clauses.length} clauses`), ...sums);
    const order = ["open", "waived", "cited"];
    const sorted = [...clauses].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    this.body.replaceChildren(
      ...this.rules("Rules that cite nothing", uncited),
      ...Object.entries(reconstructed).map(([table, why]) => el("p", { className: "soft" }, `${table} is not the published table: ${why}`)),
      el("div", { className: "tablewrap" }, el("table", {},
        el("thead", {}, el("tr", {}, ...["Clause", "", "Text", "Cited at"].map((text) => el("th", {}, text)))),
        el("tbody", {}, ...sorted.map((clause) => this.clause(clause))))),
    );
  }

  clause({ clause, text, state, why, places }) {
    const some = places.slice(0, FEW).flatMap((span) => [this.place(span, String(span.line)), " "]);
    const more = places.length > FEW ? `and ${places.length - FEW} more` : "";
    return el("tr", {},
      el("th", { scope: "row" }, clause),
      el("td", {}, el("span", { className: `badge ${LOOKS[state]}` }, state)),
      el("td", {}, text, why ? el("div", { className: "faint" }, why) : null),
      el("td", {}, ...some, more));
  }

  rules(title, uncited) {
    if (!uncited.length) return [];
    return [el("details", {}, el("summary", {}, `${title} (${uncited.length})`),
      ...uncited.map(({ rule, span }) => el("div", {}, this.place(span, rule))))];
  }
}
