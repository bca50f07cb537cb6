// @vitest-environment happy-dom
// Code that is no panel notices that the modal dialog closes.

import { CLOSED_BY_VISIT, ID } from "@croupier/loader";
import { onModalClosed } from "@croupier/loader/modal";
import { afterEach, expect, test, vi } from "vitest";

const listener = vi.fn();
let stop = () => {};

afterEach(() => {
  stop();
  document.body.replaceChildren();
  listener.mockClear();
});

/** Adds an open dialog. */
function openDialog(id: string): HTMLDialogElement {
  const dialog = Object.assign(document.createElement("dialog"), { id });
  document.body.append(dialog);
  dialog.show();
  return dialog;
}

test("a close by the user and a close by a visit are told apart", async () => {
  const modal = openDialog(ID.modal);
  stop = onModalClosed(listener);
  modal.close("");
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith(false));
  modal.show();
  modal.close(CLOSED_BY_VISIT);
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith(true));
  expect(listener).toHaveBeenCalledTimes(2);
});

test("a dialog that a new release has put in its place is watched, and other dialogs are not", async () => {
  stop = onModalClosed(listener);
  openDialog(ID.modal).remove();
  openDialog("other").close();
  openDialog(ID.modal).close();
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
});

test("nothing is reported after the watch has ended", async () => {
  const [modal, other] = [openDialog(ID.modal), vi.fn()];
  onModalClosed(listener)();
  stop = onModalClosed(other);
  modal.close();
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce());
  expect(listener).not.toHaveBeenCalled();
});
