// The editor: one document for each file, coloured by the server's patterns, findings underlined.

import {
  Compartment, EditorState, EditorView, HighlightStyle, StreamLanguage, basicSetup, indentUnit, indentWithTab, keymap,
  lintGutter, setDiagnostics, syntaxHighlighting, tags,
} from "/static/codemirror.js";

const TOKENS = {
  "comment.line.number-sign": "comment", "string.quoted.double": "string", "constant.other.clause": "labelName",
  "constant.numeric": "number", "keyword.declaration": "definitionKeyword", "keyword.control": "controlKeyword",
  "keyword.operator.word": "operatorKeyword", "keyword.operator": "operator", "support.function": "macroName",
  "entity.name.function": "className", "entity.name.type": "typeName", "variable.language": "atom",
  "variable.other.member": "propertyName", "variable.other": "variableName", punctuation: "punctuation",
};

const STYLE = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--text)" },
  { tag: tags.labelName, color: "var(--clause)" },
  { tag: [tags.number, tags.atom], color: "var(--number)" },
  { tag: tags.definitionKeyword, color: "var(--declare)", fontWeight: "600" },
  { tag: [tags.controlKeyword, tags.operatorKeyword], color: "var(--keyword)" },
  { tag: [tags.macroName, tags.className], color: "var(--function)" },
  { tag: tags.typeName, color: "var(--type)" },
]);

export class Editor {
  constructor(host, colours, changed) {
    this.changed = changed;
    this.states = new Map();
    this.findings = new Map();
    this.language = language(colours);
    this.view = new EditorView({ parent: host });
    this.path = null;
  }

  put(path, text, locked) {
    const rules = path.endsWith(".rules");
    const fixed = new Compartment();
    const state = EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        keymap.of([indentWithTab]),
        indentUnit.of("    "),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `${path}; Escape, then Tab, leaves the editor` }),
        lintGutter(),
        syntaxHighlighting(STYLE),
        rules ? this.language : [],
        fixed.of(EditorState.readOnly.of(Boolean(locked))),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.states.set(this.path, update.state);
          this.changed(this.path);
        }),
      ],
    });
    this.states.set(path, state);
    if (path === this.path) this.view.setState(state);
  }

  open(path) {
    if (this.path !== null) this.states.set(this.path, this.view.state);
    this.path = path;
    this.view.setState(this.states.get(path));
    this.underline();
  }

  text(path) {
    return (path === this.path ? this.view.state : this.states.get(path)).doc.toString();
  }

  // Writes a text over another from where they part, so that it can be undone.
  write(path, text) {
    this.open(path);
    const old = this.view.state.doc.toString();
    let same = 0;
    while (same < old.length && old[same] === text[same]) same += 1;
    this.view.dispatch({
      changes: { from: same, to: old.length, insert: text.slice(same) },
      selection: { anchor: same },
      effects: EditorView.scrollIntoView(same, { y: "center" }),
    });
  }

  show(findings) {
    this.findings = findings;
    this.underline();
  }

  underline() {
    const doc = this.view.state.doc;
    const marks = (this.findings.get(this.path) ?? []).map((found) => ({
      ...range(doc, found.span),
      severity: found.level === "note" ? "info" : found.level,
      message: `${found.message}${found.help ? `\n${found.help}` : ""} (${found.code})`,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  go(span) {
    const { from, to } = range(this.view.state.doc, span);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}

// Columns are counted in code points from 1; the editor counts UTF-16 units from 0.
function range(doc, span) {
  if (span.line < 1) return { from: 0, to: Math.min(doc.length, doc.line(1).length) };
  const from = offset(doc, span.line, span.column);
  return { from, to: Math.max(from, offset(doc, span.end_line, span.end_column)) };
}

function offset(doc, number, column) {
  if (number > doc.lines) return doc.length;
  const line = doc.line(number);
  const before = [...line.text].slice(0, Math.max(0, column - 1)).join("");
  return line.from + Math.min(before.length, line.length);
}

function language(colours) {
  const every = colours.map((each) => ({ ...each, regex: new RegExp(each.regex, "uyd") }));
  return StreamLanguage.define({
    name: "rules",
    languageData: { commentTokens: { line: "#" } },
    startState: () => ({ spots: [] }),
    copyState: (state) => ({ spots: state.spots }),
    token(stream, state) {
      if (stream.sol()) state.spots = spots(stream.string, every);
      const spot = state.spots.find((each) => each.end > stream.pos);
      if (!spot) return stream.skipToEnd(), null;
      if (spot.start > stream.pos) return (stream.pos = spot.start), null;
      stream.pos = spot.end;
      return TOKENS[spot.scope] ?? null;
    },
  });
}

function spots(line, every) {
  const found = [];
  for (let at = 0; at < line.length; ) {
    const hit = first(line, at, every);
    if (hit === null) {
      at += 1;
      continue;
    }
    const [pattern, match] = hit;
    if (pattern.scope) found.push({ start: at, end: at + match[0].length, scope: pattern.scope });
    pattern.groups.forEach((scope, i) => {
      const place = match.indices[i + 1];
      if (place && place[1] > place[0]) found.push({ start: place[0], end: place[1], scope });
    });
    at += match[0].length;
  }
  return found;
}

function first(line, at, every) {
  for (const pattern of every) {
    pattern.regex.lastIndex = at;
    const match = pattern.regex.exec(line);
    if (match && match[0].length) return [pattern, match];
  }
  return null;
}
