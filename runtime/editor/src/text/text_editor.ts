// The text editor and its commands. It is a chunk of its own, which loads with the first text field.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { styleTags, tags } from "@lezer/highlight";
import { GFM, parser } from "@lezer/markdown";
import { continueList, insertBlock, type Mark, toggleMark } from "./markdown_commands";

const calls = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: "md-shortcode" }),
});

/** An extension that marks `{{ name() }}` and `{% name() %}`. */
const shortcodes = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = calls.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = calls.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** A problem of the text, with a range in it. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface TextEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly isMarkdown: boolean;
  readonly isReadOnly: boolean;
  /** Whether lines have numbers, as for a whole file. */
  readonly hasLineNumbers: boolean;
  readonly nonce: string | undefined;
  onChange(text: string): void;
  onLink(): void;
  onFiles(files: readonly File[]): void;
  onFocusLine(line: number): void;
}

/** Controls a text editor from outside. */
export interface TextEditor {
  /** Replaces the text. The history of the user starts again, because its steps belong to the earlier text. */
  setText(text: string): void;
  setProblems(problems: readonly TextProblem[]): void;
  setReadOnly(isReadOnly: boolean): void;
  /** Replaces the selection, and selects a part of the new text. */
  insert(text: string, select?: { readonly start: number; readonly end: number }): void;
  /** Replaces the selection by a block, with blank lines between it and other text of its lines. */
  insertBlock(text: string): void;
  selection(): string;
  toggle(mark: Mark): void;
  focus(offset?: number): void;
  destroy(): void;
}

const markdown = new Language(
  defineLanguageFacet({ commentTokens: { block: { open: "<!--", close: "-->" } } }),
  // A heading is larger in the text, the marks of Markdown are grey.
  parser.configure([
    GFM,
    { props: [styleTags({ "HeaderMark EmphasisMark LinkMark CodeMark ListMark QuoteMark": tags.meta })] },
  ]),
  [],
  "markdown",
);

const style = HighlightStyle.define([
  { tag: tags.heading, class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: tags.strikethrough, class: "md-struck" },
  { tag: tags.link, class: "md-link" },
  { tag: tags.url, class: "md-url" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.quote, class: "md-quote" },
  { tag: tags.meta, class: "md-mark" },
  { tag: tags.processingInstruction, class: "md-mark" },
  { tag: tags.comment, class: "md-comment" },
]);

/** Creates a text editor in an element. */
export function createTextEditor(options: TextEditorOptions): TextEditor {
  const compartments = { readOnly: new Compartment(), history: new Compartment() };
  let isSetting = false;
  let isDestroyed = false;
  /**
   * Runs a change after the view has read what the user typed. React can run effects within an input event, and a transaction at that moment
   * drops the character that the browser has just inserted.
   */
  const afterInput = (change: () => void) =>
    queueMicrotask(() => {
      if (!isDestroyed) change();
    });
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.text, extensions: extensionsOf(options, compartments, () => isSetting) }),
  });

  return {
    setText(text) {
      // Other line ends are no change, because the editor has one kind.
      if (view.state.toText(text).eq(view.state.doc)) return;
      isSetting = true;
      // An undo would bring back the earlier text, which can be that of another version of the file.
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        effects: compartments.history.reconfigure([]),
        annotations: Transaction.addToHistory.of(false),
      });
      view.dispatch({ effects: compartments.history.reconfigure(history()) });
      isSetting = false;
    },
    setProblems(problems) {
      afterInput(() => {
        const diagnostics = problems.map((problem) => diagnosticOf(problem, view.state.doc.length));
        view.dispatch(setDiagnostics(view.state, diagnostics));
      });
    },
    setReadOnly(isReadOnly) {
      afterInput(() =>
        view.dispatch({ effects: compartments.readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) }),
      );
    },
    insert(text, select) {
      const { from } = view.state.selection.main;
      view.dispatch(view.state.replaceSelection(text));
      if (select) view.dispatch({ selection: { anchor: from + select.start, head: from + select.end } });
      view.focus();
    },
    insertBlock(text) {
      insertBlock(view, text);
      view.focus();
    },
    selection: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    toggle(mark) {
      toggleMark(view, mark);
      view.focus();
    },
    focus(offset) {
      view.focus();
      if (offset === undefined) return;
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    },
    destroy() {
      isDestroyed = true;
      view.destroy();
    },
  };
}

/** Returns a problem as the text editor shows it. The text can have become shorter since the problem was found. */
function diagnosticOf({ from, to, severity, message }: TextProblem, length: number): Diagnostic {
  return {
    from: Math.min(Math.max(0, from), length),
    to: Math.min(Math.max(from, to), length),
    severity,
    message,
  };
}

/** Extensions that change while the editor is shown. */
interface Compartments {
  readonly readOnly: Compartment;
  readonly history: Compartment;
}

function extensionsOf(options: TextEditorOptions, compartments: Compartments, isSetting: () => boolean): Extension {
  const { label, isMarkdown, isReadOnly, hasLineNumbers, nonce, onChange, onLink, onFiles, onFocusLine } = options;
  const openLink = () => {
    onLink();
    return true;
  };
  const takeFiles = (files: readonly File[], event: Event, view: EditorView) => {
    if (files.length === 0 || view.state.readOnly) return false;
    event.preventDefault();
    onFiles(files);
    return true;
  };

  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    compartments.history.of(history()),
    drawSelection(),
    EditorView.lineWrapping,
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    hasLineNumbers ? lineNumbers() : [],
    isMarkdown ? [markdown, syntaxHighlighting(style), shortcodes] : [],
    compartments.readOnly.of(EditorState.readOnly.of(isReadOnly)),
    // Tab moves the focus, because users of the keyboard must be able to leave the field.
    keymap.of([
      { key: "Mod-k", run: openLink, preventDefault: true },
      { key: "Mod-b", run: (view) => isMarkdown && toggleMark(view, "**") },
      { key: "Mod-i", run: (view) => isMarkdown && toggleMark(view, "*") },
      { key: "Enter", run: (view) => isMarkdown && continueList(view) },
    ]),
    keymap.of([
      ...searchKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Mod-i"),
    ]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: isMarkdown ? "true" : "false" }),
    EditorView.domEventHandlers({
      drop: (event, view) => takeFiles([...(event.dataTransfer?.files ?? [])], event, view),
      paste: (event, view) => takeFiles(pastedFiles(event.clipboardData), event, view),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !isSetting()) onChange(update.state.doc.toString());
      if (update.selectionSet && update.view.hasFocus)
        onFocusLine(update.state.doc.lineAt(update.state.selection.main.head).number);
    }),
  ];
}

/** Returns the files of a clipboard. Word processors and spreadsheets add a picture of the copied text, which is no file of the user. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData("text/plain").trim() ?? "";
  // File managers add the names or paths of the copied files.
  const isNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.endsWith(name)));
  return text === "" || isNames ? files : [];
}
