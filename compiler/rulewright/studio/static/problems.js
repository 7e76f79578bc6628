// What the check says, as a list; each leads to its place.

import { el } from "/static/dom.js";

const MOST = 200;

export function showProblems(host, found, go) {
  const rows = found.slice(0, MOST).map((each) => problem(each, go));
  if (found.length > MOST) rows.push(el("p", { className: "problem faint" }, `and ${found.length - MOST} more`));
  host.replaceChildren(...rows);
}

export function problem(found, go) {
  const { span } = found;
  const place = span.line ? `${span.path.split("/").pop()}:${span.line}` : span.path.split("/").pop();
  return el(
    "button",
    { type: "button", className: "problem", onclick: () => go(span) },
    el("span", { className: `is-${found.level}` }, `${found.level} ${found.code}`),
    ` ${found.message} `,
    el("span", { className: "where" }, place),
    found.help ? el("span", { className: "help" }, found.help) : null,
    ...found.notes.map((note) => el("span", { className: "help" }, note.text)),
  );
}
