// The board: the position as a picture, moves as buttons and by clicking on spaces and pieces.

import { el, labelled, picture } from "/static/dom.js";
import { problem } from "/static/problems.js";

const MOST = 240; // moves that are shown as buttons

export class Board {
  // `ask` asks for something at this table; `go` leads to a place in the rules, where there is one.
  constructor(host, ask, go) {
    this.ask = ask;
    this.go = go;
    this.table = null;
    this.picked = [];
    this.said = el("p", { className: "said", role: "status" });
    this.faults = el("div");
    this.moves = el("div", { className: "moves" });
    this.picture = el("div", { className: "picture", hidden: true });
    this.rest = el("div");
    host.append(this.said, this.faults, this.moves, this.picture, this.whyForm(), this.rest);
    host.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.pick([]);
    });
  }

  // Asks for something that changes the table, and shows how it then looks.
  async do(what, fields = {}) {
    this.faults.replaceChildren();
    try {
      this.show(await this.ask(what, { turn: this.table?.turn, ...fields }));
    } catch (error) {
      this.said.textContent = error.message;
      const found = this.go ? (error.data?.found ?? []) : [];
      this.faults.replaceChildren(...found.map((each) => problem(each, this.go)));
    }
  }

  show(table) {
    this.table = table;
    this.moves.dataset.turn = table.turn;
    this.picture.hidden = false;
    this.drawn = picture(this.picture, table.picture);
    this.drawRest();
    this.pick([]);
    this.onshow?.(table);
  }

  enlarge(large) {
    this.picture.classList.toggle("large", large);
  }

  // ---- moves

  // Narrows the moves to those that name all that was clicked, in any order.
  pick(words) {
    this.picked = words;
    const found = this.fitting(words);
    const { over, waits, title } = this.table ?? {};
    if (!this.table) return;
    if (over) this.said.textContent = "The game is over.";
    else if (waits) this.said.textContent = `Waiting for ${waits}.`;
    else if (words.length) this.said.textContent = `${words.join(", ")}: ${found.length} moves (Escape shows all)`;
    else this.said.textContent = title[title.length - 1];
    this.drawMoves(found);
    this.mark();
  }

  fitting(words) {
    return this.table.moves.filter((move) => words.every((word) => move.picks.includes(word)));
  }

  drawMoves(moves) {
    const made = [];
    const groups = new Map();
    for (const move of moves.slice(0, MOST)) groups.set(move.head, [...(groups.get(move.head) ?? []), move]);
    for (const [head, some] of groups) {
      const many = some.length > 3 && groups.size > 1;
      if (many) made.push(el("h3", {}, head));
      made.push(...some.map((move) => this.button(move)));
    }
    if (moves.length > MOST) made.push(el("span", { className: "faint" }, `and ${moves.length - MOST} more: click on what they name`));
    this.moves.replaceChildren(...made);
  }

  button(move) {
    return el("button", { type: "button", className: "move", onclick: () => this.do("move", { move: move.move }) }, move.name);
  }

  // Makes all that a move names clickable.
  mark() {
    for (const thing of this.drawn.querySelectorAll("[data-space], [data-piece]")) {
      const word = thing.dataset.piece ?? thing.dataset.space;
      const can = this.fitting([...this.picked, word]).length > 0;
      thing.classList.toggle("chosen", this.picked.includes(word));
      thing.classList.toggle("can", can);
      if (can) {
        thing.setAttribute("tabindex", 0);
        thing.setAttribute("role", "button");
        thing.setAttribute("aria-label", word);
      } else thing.removeAttribute("tabindex");
      thing.onclick = (event) => this.clicked(event, word, can);
      thing.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") this.clicked(event, word, can);
      };
    }
  }

  clicked(event, word, can) {
    if (!can) return; // what lies around it may
    event.preventDefault();
    event.stopPropagation();
    if (this.picked.includes(word)) return this.pick(this.picked.filter((each) => each !== word));
    const found = this.fitting([...this.picked, word]);
    if (found.length === 1) this.do("move", { move: found[0].move });
    else this.pick([...this.picked, word]);
  }

  // ---- why not, the log, the score sheet

  whyForm() {
    const text = el("input", { id: "why", placeholder: "a move", size: 24, autocomplete: "off" });
    const answer = el("p", { className: "said", role: "status", id: "because" });
    const form = el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            const { said } = await this.ask("why", { text: text.value });
            answer.textContent = said.join("; ");
          } catch (error) {
            answer.textContent = error.message;
          }
        },
      },
      el("div", { className: "bar", style: "margin: .7rem 0 0" }, labelled("Why not", text), el("button", {}, "Ask")),
      answer,
    );
    return form;
  }

  drawRest() {
    const { sheet, log, cards } = this.table;
    const last = log.slice(-400);
    this.rest.replaceChildren(
      el("h2", {}, "Score"),
      el("pre", { id: "sheet" }, sheet),
      el("details", { id: "log", open: this.logOpen ?? false, ontoggle: (e) => (this.logOpen = e.target.open) },
        el("summary", {}, `What happened (${log.length} moves)`), el("pre", {}, last.join("\n"))),
      Object.keys(cards).length
        ? el("details", {}, el("summary", {}, "What is printed on components"),
            el("pre", {}, Object.entries(cards).map(([id, text]) => `${id}: ${text}`).join("\n")))
        : "",
    );
  }
}
