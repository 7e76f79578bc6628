// Simulation: many games by bots, with plots and tables.

import { ask } from "/static/api.js";
import { choice, el, labelled, optionList } from "/static/dom.js";
import { histogram, shares } from "/static/plots.js";

const LOOK = 300; // milliseconds between looks at how far it is
const BOTS = [["random", "random"], ["greedy", "greedy"], ["mcts:100", "thinking"]];

export class Simulate {
  constructor(host, studio) {
    this.studio = studio;
    this.bar = el("div", { className: "bar" });
    this.progress = el("progress", { hidden: true, "aria-label": "Games that were played" });
    this.said = el("p", { className: "said", role: "status" });
    this.body = el("div");
    host.append(this.bar, this.progress, this.said, this.body);
  }

  checked({ game, key }) {
    if (this.shownFor && key !== this.shownFor) this.said.textContent = "The rules have changed since: play again to see what that does.";
    if (!game) return;
    const shape = JSON.stringify([game.players, game.options]);
    if (shape === this.shape) return;
    this.shape = shape;
    const [low, high] = game.players;
    this.players = choice(Array.from({ length: high - low + 1 }, (_, i) => String(low + i)), String(low));
    this.games = el("input", { type: "number", min: 1, max: 100000, value: 200, id: "games" });
    this.bots = choice(BOTS, "random");
    this.seed = el("input", { type: "number", min: 0, value: 0 });
    this.options = game.options.map((option) => [option, choice(option.values, option.default)]);
    this.start = el("button", { type: "button", className: "main", id: "simulate", onclick: () => this.run() }, "Play");
    this.stop = el("button", { type: "button", disabled: true, onclick: () => ask("stop", { job: this.job }) }, "Stop");
    this.bar.replaceChildren(labelled("Games", this.games), labelled("Players", this.players), labelled("Bots", this.bots),
      labelled("Seed", this.seed), this.start, this.stop, optionList(this.options));
  }

  async run() {
    this.busy(true);
    try {
      let state = await ask("simulate", {
        texts: this.studio.drafts(),
        games: +this.games.value,
        players: +this.players.value,
        seed: +this.seed.value,
        bots: [this.bots.value],
        options: Object.fromEntries(this.options.map(([option, select]) => [option.name, select.value])),
      });
      this.job = state.job;
      while (!state.result && !state.error) {
        this.progress.max = state.of;
        this.progress.value = state.done;
        this.said.textContent = `${state.done} of ${state.of} games`;
        await new Promise((done) => setTimeout(done, LOOK));
        state = await ask("simulated", { job: this.job });
      }
      if (state.error) this.said.textContent = state.error;
      else this.draw(state.result);
    } catch (error) {
      this.said.textContent = error.message;
    }
    this.busy(false);
  }

  busy(is) {
    this.progress.hidden = !is;
    this.start.disabled = is;
    this.stop.disabled = !is;
  }

  draw({ key, text, found, decisions, rounds, scores }) {
    this.shownFor = key;
    const wrong = found.failures.length;
    this.said.textContent = wrong ? `${wrong} of ${found.plan.games} games went wrong: see below` : `${found.plan.games} games, none went wrong`;
    const taken = found.choices.reduce((sum, each) => sum + each.taken, 0) || 1;
    const ended = found.ended || 1;
    this.body.replaceChildren(
      el("div", { className: "plots" },
        shares("Wins, with 95 % intervals", found.seats.map((seat) => [seat.seat, seat.wins, seat.wins_low, seat.wins_high])),
        histogram("Decisions in a game", decisions),
        histogram("Rounds in a game", rounds),
        ...Object.entries(scores).map(([seat, pairs]) => histogram(`Score of ${seat}`, pairs)),
        shares("Endings", Object.entries(found.endings).map(([name, count]) => [name, count / ended])),
        shares("Moves chosen", [...found.choices].sort((a, b) => b.taken - a.taken).slice(0, 14).map((each) => [each.name, each.taken / taken]))),
      el("details", { open: wrong > 0 }, el("summary", {}, "All tables"), el("pre", {}, text)),
    );
  }
}
