// What the studio takes of CodeMirror.
export { basicSetup } from "codemirror";
export { Compartment, EditorState } from "@codemirror/state";
export { EditorView, keymap } from "@codemirror/view";
export { indentWithTab } from "@codemirror/commands";
export { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
