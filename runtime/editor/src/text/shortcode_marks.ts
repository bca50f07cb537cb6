// Colours calls of shortcodes and islands in Markdown.

import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const calls = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: "md-shortcode" }),
});

/** An extension that marks `{{ name() }}` and `{% name() %}`. */
export const shortcodes = ViewPlugin.fromClass(
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
