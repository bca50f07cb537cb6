// Opens the popup of the daily reward automatically when it does not interrupt the user (rows 4.6-01, 4.6-02, 4.6-05).

import { CLOSED_BY_VISIT, ID, listen } from "../../../signals";
import { CLOCK } from "../../content/dates";
import { formType } from "../../forms/definition";
import { followedForm } from "../../links/link";
import { openPanel } from "../../ui/dialogs/open_panel";
import { $daily, $dismissed_ms, dismiss, startRecords } from "../store/daily";
import { opensByItself } from "./daily";

/** The panel's name in the modal container. */
const PANEL = "daily_reward";
/** Matches open modal dialogs. */
const OPEN = "dialog:modal";
/** Matches the fields in which a user can be typing. */
const TYPING = "input, textarea, select, [contenteditable]";

let isStarted = false;
let isVisiting = false;
/** Another panel was requested and may still be loading. */
let isAsked = false;
/** The popup was requested and is not closed yet. */
let isUp = false;
let isComing = false;
/** The code of the reward whose popup was open when a visit to another page began. */
let left: string | undefined;

/** Starts listening; later calls have no effect. */
export function startOffers() {
  if (isStarted) return;
  isStarted = true;
  startRecords();
  $daily.subscribe(offer);
  listen("croupier:visit", ({ kind }) => {
    isVisiting = kind === "loading" || kind === "swapping";
    // The popup blocks the page, so a user who navigates from it has seen it.
    if (!isVisiting) isAsked = isUp = false;
    else if (isShown(PANEL)) left = $daily.get()?.promotion.code;
    later();
  });
  listen("croupier:open", ({ panel }) => {
    isAsked = panel !== PANEL;
    // Another panel replaces the popup, and closing that panel is no dismissal. Chat is not a panel.
    if (isAsked && panel !== "chat") isUp = false;
  });
  document.addEventListener("close", closed, true);
  document.addEventListener("focusout", later);
  // A dismissal expires when the day changes.
  document.addEventListener("visibilitychange", later);
}

/** Records a dismissal when Escape, the cross or a button closes the popup, but not when a visit does (rows 2.11-03, 2.11-06). */
function closed({ target }: Event) {
  isAsked = false;
  const wasUp = isUp && target instanceof HTMLDialogElement && target.id === ID.modal;
  if (wasUp) isUp = false;
  if (wasUp && target.returnValue !== CLOSED_BY_VISIT) dismiss();
  later();
}

/** Checks again after the focus has moved. */
function later() {
  setTimeout(offer);
}

/** Opens the popup if it is allowed. Its code loads before the container opens. */
function offer() {
  if (isComing || isUp || !mayOpen()) return;
  isComing = true;
  const came = (isThere: boolean) => {
    isComing = false;
    if (!isThere || !mayOpen()) return;
    isUp = true;
    openPanel(PANEL);
  };
  import("../ui/popup").then(
    () => came(true),
    () => came(false),
  );
}

function mayOpen(): boolean {
  const daily = $daily.get();
  if (!daily || daily.promotion.code === left || isBusy()) return false;
  const dismissed_ms = $dismissed_ms.get();
  return opensByItself(daily, { now_ms: CLOCK.now(), dismissed_ms, isPlaying: isShown("game"), isQuick: isQuick() });
}

/** Returns whether a dialog is open, a page is loading, the user is typing or the tab is hidden. */
function isBusy(): boolean {
  const { activeElement, hidden } = document;
  return (
    isAsked || isVisiting || hidden || document.querySelector(OPEN) !== null || activeElement?.matches(TYPING) === true
  );
}

const isShown = (panel: string) => document.querySelector(`${OPEN}[data-panel="${panel}"]`) !== null;

/** Returns whether a link requests quick redeem or quick play, or has done so earlier in this document. */
function isQuick(): boolean {
  const asked = formType(new URLSearchParams(location.search).get("state") ?? "");
  return [asked, followedForm()].some((form) => form === "quickredeem" || form === "quickplay");
}
