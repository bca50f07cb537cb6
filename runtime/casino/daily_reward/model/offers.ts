// Opens the popup of the daily reward automatically when it does not interrupt the user (rows 4.6-01, 4.6-02, 4.6-05).

import { listen } from "@croupier/loader";
import { onModalClosed } from "@croupier/loader/modal";
import { isSameCode } from "../../api/values";
import { CLOCK } from "../../content/format";
import { formType } from "../../forms/definition";
import { followedForm } from "../../links/link";
import { openPanel } from "../../stores/location";
import { $daily, $dismissed_ms, dismiss, startRecords } from "../store/daily";
import { opensAutomatically } from "./daily";

/** The panel's name in the modal container. */
const PANEL = "daily_reward";
/** Matches open modal dialogs. */
const OPEN_DIALOG = "dialog:modal";
/** Matches the fields in which a user can be typing. */
const EDITABLE = "input, textarea, select, [contenteditable]";

let isStarted = false;
let isVisiting = false;
/** Another panel was requested and may still be loading. */
let isPanelRequested = false;
/** The popup was requested and is not closed yet. */
let isPopupOpen = false;
let isLoading = false;
/** The code of the reward whose popup was open when a visit to another page began. */
let leftCode: string | undefined;

/** Starts listening; later calls have no effect. */
export function startOffers() {
  if (isStarted) return;
  isStarted = true;

  startRecords();
  $daily.subscribe(openIfAllowed);

  listen("croupier:visit", ({ kind }) => {
    isVisiting = kind === "loading" || kind === "swapping";
    // The popup blocks the page, so a user who navigates from it has seen it.
    if (!isVisiting) isPanelRequested = isPopupOpen = false;
    else if (isShown(PANEL)) leftCode = $daily.get()?.promotion.code;
    checkLater();
  });

  listen("croupier:open", ({ view: panel }) => {
    isPanelRequested = panel !== PANEL;
    // Another panel replaces the popup, and closing that panel is no dismissal. Chat is not a panel.
    if (isPanelRequested && panel !== "chat") isPopupOpen = false;
  });

  onModalClosed((byVisit) => {
    // Escape, the cross or a button dismisses the popup, but not a visit (rows 2.11-03, 2.11-06).
    if (isPopupOpen && !byVisit) dismiss();
    isPopupOpen = false;
  });

  document.addEventListener(
    "close",
    () => {
      isPanelRequested = false;
      checkLater();
    },
    true,
  );

  document.addEventListener("focusout", checkLater);
  // A dismissal expires when the day changes.
  document.addEventListener("visibilitychange", checkLater);
}

/** Checks again after the focus has moved. */
function checkLater() {
  setTimeout(openIfAllowed);
}

/** Opens the popup if it is allowed. Its code loads before the container opens. */
function openIfAllowed() {
  if (isLoading || isPopupOpen || !mayOpen()) return;
  isLoading = true;

  const onLoaded = (isAvailable: boolean) => {
    isLoading = false;
    if (!isAvailable || !mayOpen()) return;
    isPopupOpen = true;
    openPanel(PANEL);
  };

  import("../ui/popup").then(
    () => onLoaded(true),
    () => onLoaded(false),
  );
}

function mayOpen(): boolean {
  const daily = $daily.get();
  if (!daily || isSameCode(leftCode, daily.promotion.code) || isBusy()) return false;
  const dismissed_ms = $dismissed_ms.get();
  return opensAutomatically(daily, {
    now_ms: CLOCK.now(),
    dismissed_ms,
    isPlaying: isShown("game"),
    isQuick: isQuick(),
  });
}

/** Returns whether a dialog is open, a page is loading, the user is typing or the tab is hidden. */
function isBusy(): boolean {
  const { activeElement, hidden } = document;
  return (
    isPanelRequested ||
    isVisiting ||
    hidden ||
    document.querySelector(OPEN_DIALOG) !== null ||
    activeElement?.matches(EDITABLE) === true
  );
}

const isShown = (panel: string) => document.querySelector(`${OPEN_DIALOG}[data-view="${panel}"]`) !== null;

/** Returns whether a link requests quick redeem or quick play, or has done so earlier in this document. */
function isQuick(): boolean {
  const requestedForm = formType(new URLSearchParams(location.search).get("state") ?? "");
  return [requestedForm, followedForm()].some((form) => form === "quickredeem" || form === "quickplay");
}
