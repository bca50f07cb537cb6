// Commands of the text editor.

import { EditorSelection } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Puts marks such as `**` around the selection, or removes them. A mark such as `## ` is put before the line. */
export function toggleMark(view: EditorView, mark: string): boolean {
  return mark.endsWith(" ") ? toggleLine(view, mark) : toggleAround(view, mark);
}

function toggleAround(view: EditorView, mark: string): boolean {
  const { state } = view;
  const size = mark.length;

  view.dispatch(
    state.changeByRange(({ from, to }) => {
      const isMarked = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark;
      if (isMarked)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        };

      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + size, to + size),
      };
    }),
    { userEvent: "input", scrollIntoView: true },
  );
  return true;
}

function toggleLine(view: EditorView, mark: string): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const changes = line.text.startsWith(mark)
    ? { from: line.from, to: line.from + mark.length }
    : { from: line.from, insert: mark };
  view.dispatch({ changes, userEvent: "input" });
  return true;
}
