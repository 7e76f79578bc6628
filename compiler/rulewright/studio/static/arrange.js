// Set up: a position made by hand, to be kept as an example. Click on a thing, then on where it shall lie; or write what is given.

import { ask } from "/static/api.js";
import { choice, el, labelled, picture } from "/static/dom.js";

const QUIET = 500; // milliseconds after the last key
const HELP = "Click on a card or piece, then on the space or zone where it shall lie. Or write lines as an example has them.";

export class Arrange {
  constructor(host, studio) {
    this.studio = studio;
    this.turn = 0;
    this.key = null;
    this.picked = null;
    this.bar = el("div", { className: "bar" });
    this.said = el("p", { className: "said", role: "status", id: "arranged" }, HELP);
    this.men = el("div", { className: "moves" });
    this.picture = el("div", { className: "picture", hidden: true });
    this.offers = el("p", { className: "faint" });
    this.given = el("textarea", { id: "given", rows: 6, spellcheck: false, oninput: () => this.typed() });
    this.given.setAttribute("aria-label", "What is given, a line for each place");
    host.append(this.bar, this.said, this.men, this.picture, this.offers, el("h2", {}, "Given"), this.given, this.placeForm(), this.keepForm());
    host.addEventListener("keydown", (event) => event.key === "Escape" && this.pick(null));
  }

  checked({ game, key }) {
    if (!game) return void (this.said.textContent = "The rules have errors: mend them first.");
    if (key === this.key) return;
    this.key = key;
    const [low, high] = game.players;
    const counts = Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
    const chosen = counts.includes(this.players?.value) ? this.players.value : counts[0];
    this.players = choice(counts, chosen, { id: "arrange-players", onchange: () => this.refresh() });
    const afresh = el("button", { type: "button", onclick: () => this.lines([]) }, "As set up");
    const undo = el("button", { type: "button", id: "arrange-undo", onclick: () => this.lines(this.all().slice(0, -1)) }, "Take back the last line");
    this.bar.replaceChildren(labelled("Players", this.players), afresh, undo);
    this.refresh();
  }

  all() {
    return this.given.value.split("\n").filter((line) => line.trim());
  }

  lines(lines) {
    this.given.value = lines.join("\n");
    return this.refresh();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), QUIET);
  }

  fields(more) {
    return { texts: this.studio.drafts(), players: +this.players.value, given: this.all(), ...more };
  }

  async refresh(more = {}) {
    const turn = ++this.turn;
    this.said.textContent = "…";
    try {
      const answer = await ask("arrange", this.fields(more));
      if (turn !== this.turn) return;
      if (more.put) this.given.value = answer.given.join("\n");
      this.draw(answer);
    } catch (error) {
      if (turn === this.turn) this.said.textContent = error.message;
    }
  }

  draw(answer) {
    this.answer = answer;
    this.picture.hidden = false;
    this.drawn = picture(this.picture, answer.picture);
    const pieces = answer.men.length ? [...answer.men, ""] : [];
    this.men.replaceChildren(...pieces.map((man) => this.man(man)));
    const shown = answer.moves.slice(0, 12);
    const more = answer.moves.length - shown.length;
    const who = answer.decides ? `${answer.decides} may: ` : "The game is over.";
    this.offers.textContent = who + shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
    this.names.replaceChildren(...answer.places.map(({ name, value }) => el("option", { value: name }, value)));
    this.mark();
    this.pick(null);
  }

  man(man) {
    return el("button", { type: "button", className: "move", onclick: () => this.pick({ piece: man }) }, man || "nothing");
  }

  // ---- by clicking

  mark() {
    for (const thing of this.drawn.querySelectorAll("[data-piece], [data-space], [data-zone]")) {
      thing.classList.add("can");
      const name = thing.dataset.piece ?? thing.dataset.space ?? thing.dataset.zone;
      if (thing.dataset.piece || thing.dataset.space) thing.setAttribute("tabindex", 0);
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-label", name);
      const act = (event) => this.clicked(event, thing);
      thing.onclick = act;
      thing.onkeydown = (event) => (event.key === "Enter" || event.key === " ") && act(event);
    }
  }

  clicked(event, thing) {
    event.preventDefault();
    event.stopPropagation();
    const space = thing.closest("[data-space]");
    const zone = space ?? thing.closest(".zone");
    const at = { zone: zone?.dataset.zone ?? "", seat: zone?.dataset.seat ?? "", space: space?.dataset.space ?? "" };
    if (!this.picked) {
      if (thing.dataset.piece) this.pick({ ...at, piece: thing.dataset.piece, zone: thing.dataset.zone }, thing);
      return;
    }
    const { piece, ...from } = this.picked;
    const to = { to_zone: at.zone, to_seat: at.seat, to_space: at.space };
    this.refresh({ put: { piece, ...from, ...to } });
  }

  pick(picked, thing) {
    this.picked = picked;
    for (const each of this.drawn?.querySelectorAll(".chosen") ?? []) each.classList.remove("chosen");
    thing?.classList.add("chosen");
    if (!picked) this.said.textContent = HELP;
    else this.said.textContent = `${picked.piece || "Nothing"}: click on where it shall lie (Escape lets it lie)`;
  }

  // ---- by words

  placeForm() {
    this.names = el("datalist", { id: "places" });
    const name = el("input", { id: "place", list: "places", placeholder: "a place", size: 22, autocomplete: "off" });
    const value = el("input", { id: "value", placeholder: "what is there", size: 26, autocomplete: "off" });
    const place = () => this.answer?.places.find((each) => each.name === name.value);
    name.addEventListener("change", () => (value.value = place()?.value ?? ""));
    const set = (event) => {
      event.preventDefault();
      const text = value.value.trim() || "empty";
      const verb = text === "empty" ? "is" : this.verb(place(), text);
      const rest = this.all().filter((line) => ![" is ", " holds ", " begins with "].some((each) => line.startsWith(name.value + each)));
      this.lines([...rest, `${name.value} ${verb} ${text}`]);
    };
    return el("form", { onsubmit: set }, el("div", { className: "bar", style: "margin: .6rem 0" }, labelled("Place", name), labelled("has", value), this.names, el("button", {}, "Give it")));
  }

  // A place that is empty now is told by `is`; one that holds things, by `holds`.
  verb(place, text) {
    if (!place) return "is";
    if (place.verb === "is" && place.value === "empty" && !/^\d+$/.test(text) && !place.name.endsWith(".holder")) return "holds";
    return place.verb;
  }

  keepForm() {
    this.what = el("input", { id: "arrange-title", placeholder: "what it shows", size: 36, autocomplete: "off" });
    const keep = async (event) => {
      event.preventDefault();
      try {
        const { path, text } = await ask("arranged", this.fields({ title: this.what.value }));
        this.studio.write(path, text);
        this.kept.textContent = "The example stands at the end of the rules. Save it with them.";
      } catch (error) {
        this.kept.textContent = error.message;
      }
    };
    this.kept = el("p", { className: "said", role: "status", id: "arrange-kept" });
    const bar = el("div", { className: "bar" }, labelled("Keep it as an example", this.what), el("button", {}, "Write it"));
    return el("form", { onsubmit: keep }, bar, this.kept);
  }
}
