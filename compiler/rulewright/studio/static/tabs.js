// The tabs: each is made when it is first opened, and told when the rules were checked anew.

import { Arrange } from "/static/arrange.js";
import { Coverage } from "/static/coverage.js";
import { Diff } from "/static/diff.js";
import { el } from "/static/dom.js";
import { Examples } from "/static/examples.js";
import { Graphs } from "/static/graphs.js";
import { Play } from "/static/play.js";
import { Simulate } from "/static/simulate.js";

const VIEWS = [
  ["play", "Play", Play],
  ["arrange", "Set up", Arrange],
  ["examples", "Examples", Examples],
  ["coverage", "Coverage", Coverage],
  ["graphs", "Graphs", Graphs],
  ["diff", "Diff", Diff],
  ["simulate", "Simulate", Simulate],
];

export class Tabs {
  constructor(bar, panels, studio) {
    this.studio = studio;
    this.views = VIEWS.map(([name, text, View]) => {
      const panel = el("div", { id: `panel-${name}`, className: "panel", role: "tabpanel", hidden: true });
      const button = el("button", { id: `tab-${name}`, type: "button", role: "tab", onclick: () => this.open(name) }, text);
      button.setAttribute("aria-controls", panel.id);
      panel.setAttribute("aria-labelledby", button.id);
      bar.append(button);
      panels.append(panel);
      return { name, View, panel, button, view: null };
    });
    bar.addEventListener("keydown", (event) => this.key(event));
    this.open(VIEWS[0][0]);
  }

  open(name) {
    for (const each of this.views) {
      const on = each.name === name;
      each.panel.hidden = !on;
      each.button.setAttribute("aria-selected", on);
      each.button.tabIndex = on ? 0 : -1;
      if (!on) continue;
      this.opened = each;
      each.view ??= new each.View(each.panel, this.studio);
      if (this.studio.checked) each.view.checked?.(this.studio.checked);
    }
  }

  checked(found) {
    this.opened.view.checked?.(found);
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.views.indexOf(this.opened);
    const next = this.views[(at + step + this.views.length) % this.views.length];
    this.open(next.name);
    next.button.focus();
  }
}
