// Play: a new game, who looks at it, the board.

import { ask } from "/static/api.js";
import { Board } from "/static/board.js";
import { choice, el, labelled, optionList } from "/static/dom.js";

const BOTS = [["random", "random bot"], ["greedy", "greedy bot"], ["mcts", "thinking bot"]];
const LOOK = 1500; // milliseconds between looks at a game that others play too

export class Play {
  constructor(host, studio) {
    this.studio = studio;
    this.game = null;
    this.setup = el("div", { className: "bar" });
    this.seats = el("div", { className: "bar", hidden: true });
    this.links = el("div");
    host.append(this.setup, this.seats, this.links);
    this.board = new Board(host, (what, fields) => this.ask(what, fields), (span) => studio.go(span));
    this.board.onshow = (table) => this.shown(table);
    host.append(this.keepForm());
    setInterval(() => this.follow(), LOOK);
  }

  get table() {
    return this.board.table;
  }

  ask(what, fields) {
    return ask(what, { table: this.table?.table ?? "", seat: this.seat?.value ?? "turn", ...fields });
  }

  checked({ game, key }) {
    this.stale(key);
    if (!game) {
      if (!this.table) this.board.said.textContent = "The rules have errors; when they are mended, a game can begin.";
      return;
    }
    const same = JSON.stringify(game) === JSON.stringify(this.game);
    this.game = game;
    if (!same) this.drawSetup();
    if (!this.table) this.begin();
  }

  stale(key) {
    const old = this.table !== null && key !== this.table.key;
    if (this.fresh) this.fresh.textContent = old ? "New game by the changed rules" : "New game";
    this.fresh?.classList.toggle("main", old);
  }

  drawSetup() {
    const [low, high] = this.game.players;
    const counts = Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
    const bots = [["0", "none"], ...Array.from({ length: high }, (_, i) => [String(i + 1), String(i + 1)])];
    this.players = choice(counts, String(low), { id: "players" });
    this.bots = choice(bots, "0", { id: "bots" });
    this.bot = choice(BOTS, "greedy", { "aria-label": "Which bot" });
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
      this.game.languages.length ? labelled("Language", this.lang) : "",
      optionList(this.options),
    );
    this.stale(this.studio.checked.key);
  }

  begin() {
    const options = this.options.map(([option, select]) => [option.name, select.value]);
    return this.board.do("begin", {
      texts: this.studio.drafts(),
      players: +this.players.value,
      bots: Array(Math.min(+this.bots.value, +this.players.value)).fill(this.bot.value),
      seed: this.seed.value === "" ? null : +this.seed.value,
      lang: this.lang.value,
      options: Object.fromEntries(options),
    });
  }

  shown(table) {
    this.stale(this.studio.checked.key);
    this.drawSeats(table);
    this.drawLinks(table.links);
  }

  drawSeats(table) {
    const chosen = this.seat?.value ?? "turn";
    const seats = table.seats.map(({ seat, label }) => [seat, label]);
    this.seat = choice([["turn", "who decides"], ["all", "everybody at once"], ...seats], chosen, {
      id: "seat",
      onchange: () => this.board.do("look"),
    });
    const undo = el("button", { type: "button", id: "undo", disabled: table.turn === 0, onclick: () => this.board.do("undo") }, "Undo");
    this.large ??= el("input", { type: "checkbox", onchange: () => this.board.enlarge(this.large.checked) });
    const share = el("button", { type: "button", id: "share", onclick: () => this.board.do("share") }, "Share seats");
    this.seats.hidden = false;
    this.seats.replaceChildren(
      labelled("Seen by", this.seat),
      undo,
      el("label", {}, this.large, "full size"),
      this.studio.shared ? share : "",
      el("span", { className: "faint" }, `seed ${table.seed}`),
    );
  }

  // Who has a link plays its seat; nobody else should read it.
  drawLinks(links) {
    const rows = Object.entries(links).map(([seat, path]) => {
      const address = `${this.studio.shared}${path}`;
      return el("div", {}, `${seat}: `, el("a", { href: address, className: "link", target: "_blank" }, address));
    });
    this.links.replaceChildren(rows.length ? el("details", { open: true, className: "card" }, el("summary", {}, "Links of seats"), ...rows) : "");
  }

  // Writes an example of the rules that leads here; it is not saved by that.
  keepForm() {
    this.what = el("input", { id: "keep", placeholder: "what it shows", size: 36, autocomplete: "off" });
    this.kept = el("p", { className: "said", role: "status" });
    const keep = async (event) => {
      event.preventDefault();
      try {
        const { path, text } = await this.ask("keep", { texts: this.studio.drafts(), title: this.what.value });
        this.studio.write(path, text);
        this.kept.textContent = "The example stands at the end of the rules. Save it with them.";
      } catch (error) {
        this.kept.textContent = error.message;
      }
    };
    const bar = el("div", { className: "bar", style: "margin: 1rem 0 0" }, labelled("Keep this position as an example", this.what), el("button", {}, "Write it"));
    return el("form", { onsubmit: keep }, bar, this.kept);
  }

  // Others may have moved.
  async follow() {
    if (!this.table || !Object.keys(this.table.links).length) return;
    try {
      const { turn } = await this.ask("turn");
      if (turn !== this.table.turn) this.board.do("look");
    } catch {
      // The next look tells.
    }
  }
}
