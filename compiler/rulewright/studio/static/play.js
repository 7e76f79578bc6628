// Play: the position as a picture, moves as buttons and by clicking on spaces and pieces.

import { ask } from "/static/api.js";
import { choice, el, labelled, optionList, picture } from "/static/dom.js";
import { problem } from "/static/problems.js";

const BOTS = [["", "a person"], ["random", "random bot"], ["greedy", "greedy bot"], ["mcts", "thinking bot"]];
const MOST = 240; // moves that are shown as buttons

export class Play {
  constructor(host, studio) {
    this.studio = studio;
    this.game = null;
    this.table = null;
    this.picked = [];
    this.large = false;
    this.setup = el("div", { className: "bar" });
    this.seats = el("div", { className: "bar", hidden: true });
    this.said = el("p", { className: "said", role: "status" });
    this.faults = el("div");
    this.moves = el("div", { className: "moves" });
    this.picture = el("div", { className: "picture", hidden: true });
    this.why = this.whyForm();
    this.rest = el("div");
    host.append(this.setup, this.seats, this.said, this.faults, this.moves, this.picture, this.why, this.rest);
    host.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.pick([]);
    });
  }

  checked({ game, key }) {
    this.stale(key);
    if (!game) {
      if (!this.table) this.said.textContent = "The rules have errors; when they are mended, a game can begin.";
      return;
    }
    const same = JSON.stringify(game) === JSON.stringify(this.game);
    this.game = game;
    if (!same) this.drawSetup();
    if (!this.table) this.begin();
  }

  stale(key) {
    this.old = this.table !== null && key !== this.table.key;
    if (this.fresh) this.fresh.textContent = this.old ? "New game by the changed rules" : "New game";
    this.fresh?.classList.toggle("main", this.old);
  }

  drawSetup() {
    const [low, high] = this.game.players;
    const counts = Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
    this.players = choice(counts, String(low), { id: "players" });
    this.bots = choice([["0", "none"], ...Array.from({ length: high }, (_, i) => [String(i + 1), String(i + 1)])], "0", { id: "bots" });
    this.bot = choice(BOTS.slice(1), "greedy", { "aria-label": "Which bot" });
    this.seed = el("input", { type: "number", min: 0, placeholder: "any", id: "seed" });
    this.lang = choice([["", "as written"], ...this.game.languages], "");
    this.options = this.game.options.map((option) => [option, choice(option.values, option.default)]);
    this.fresh = el("button", { type: "button", id: "begin", onclick: () => this.begin() }, "New game");
    this.setup.replaceChildren(
      this.fresh,
      labelled("Players", this.players),
      labelled("Bots", this.bots),
      this.bot,
      labelled("Seed", this.seed),
      ...(this.game.languages.length ? [labelled("Language", this.lang)] : []),
      optionList(this.options),
    );
  }

  async begin() {
    const bots = Array(Math.min(+this.bots.value, +this.players.value)).fill(this.bot.value);
    const options = this.options.map(([option, select]) => [option.name, select.value]);
    await this.do("begin", {
      texts: this.studio.drafts(),
      players: +this.players.value,
      bots,
      seed: this.seed.value === "" ? null : +this.seed.value,
      lang: this.lang.value,
      options: Object.fromEntries(options),
    });
  }

  // Asks for something that changes the table, and shows how it then looks.
  async do(what, fields = {}) {
    this.faults.replaceChildren();
    try {
      const seat = this.seat?.value ?? "turn";
      const table = what === "begin" ? {} : { table: this.table.table, turn: this.table.turn };
      this.show(await ask(what, { ...table, seat, ...fields }));
    } catch (error) {
      this.said.textContent = error.message;
      const go = (span) => this.studio.go(span);
      this.faults.replaceChildren(...(error.data?.found ?? []).map((found) => problem(found, go)));
    }
  }

  show(table) {
    this.table = table;
    this.stale(this.studio.checked.key);
    this.drawSeats();
    this.picture.hidden = false;
    this.drawn = picture(this.picture, table.picture);
    this.drawRest();
    this.pick([]);
  }

  drawSeats() {
    const chosen = this.seat?.value ?? "turn";
    const seats = this.table.seats.map(({ seat, label }) => [seat, label]);
    this.seat = choice([["turn", "who decides"], ["all", "everybody at once"], ...seats], chosen, {
      id: "seat",
      onchange: () => this.do("look"),
    });
    this.undo = el("button", { type: "button", id: "undo", onclick: () => this.do("undo") }, "Undo");
    this.undo.disabled = this.table.turn === 0;
    this.seats.hidden = false;
    this.seats.replaceChildren(
      labelled("Seen by", this.seat),
      this.undo,
      el("label", {}, el("input", { type: "checkbox", checked: this.large, onchange: (event) => this.enlarge(event.target.checked) }), "full size"),
      el("span", { className: "faint" }, `seed ${this.table.seed}`),
    );
  }

  enlarge(large) {
    this.large = large;
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
            const { said } = await ask("why", { table: this.table.table, text: text.value, seat: this.seat.value });
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
