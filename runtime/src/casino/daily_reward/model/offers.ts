// Opens the popup of the daily reward by itself, at a moment when it cuts nobody off (rows 4.6-01, 4.6-02, 4.6-05).

import { CLOSED_BY_VISIT, ID, listen } from "../../../signals";
import { CLOCK } from "../../content/dates";
import { formType } from "../../forms/definition";
import { followedForm } from "../../links/link";
import { openPanel } from "../../ui/dialogs/panels";
import { $daily, $dismissed_ms, dismiss, startRecords } from "../store/daily";
import { opensByItself } from "./daily";

/** The panel's name in the modal container. */
const PANEL = "daily_reward";
/** Whatever lies over the page. */
const OPEN = "dialog:modal";
/** What the player is in the middle of. */
const TYPING = "input, textarea, select, [contenteditable]";

let isStarted = false;
let isVisiting = false;
/** Another panel was asked for, and may be on its way. */
let isAsked = false;
/** The popup was asked for, and is not closed yet. */
let isUp = false;
let isComing = false;
/** The code of a reward whose popup was left for a page that it led to. */
let left: string | undefined;

/** Begins; calls after the first do nothing. */
export function startOffers() {
  if (isStarted) return;
  isStarted = true;
  startRecords();
  $daily.subscribe(offer);
  listen("croupier:visit", ({ kind }) => {
    isVisiting = kind === "loading" || kind === "swapping";
    // Nothing else can be pressed while the popup is open: who goes elsewhere then has seen it.
    if (!isVisiting) isAsked = isUp = false;
    else if (isShown(PANEL)) left = $daily.get()?.promotion.code;
    later();
  });
  listen("croupier:open", ({ panel }) => {
    isAsked = panel !== PANEL;
    // Another panel takes the popup's place, and closing that puts nothing off; chat is no panel.
    if (isAsked && panel !== "chat") isUp = false;
  });
  document.addEventListener("close", closed, true);
  document.addEventListener("focusout", later);
  // Another day may have begun.
  document.addEventListener("visibilitychange", later);
}

/** Escape, the cross and every button that closes the popup put the reward off; another page does not (rows 2.11-03, 2.11-06). */
function closed({ target }: Event) {
  isAsked = false;
  const wasUp = isUp && target instanceof HTMLDialogElement && target.id === ID.modal;
  if (wasUp) isUp = false;
  if (wasUp && target.returnValue !== CLOSED_BY_VISIT) dismiss();
  later();
}

/** Once the focus has found its place. */
function later() {
  setTimeout(offer);
}

/** Opens the popup where it may be; its code comes before the container opens. */
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

/** Another dialogue is open, another page is on its way, or somebody types or looks elsewhere. */
function isBusy(): boolean {
  const { activeElement, hidden } = document;
  return (
    isAsked || isVisiting || hidden || document.querySelector(OPEN) !== null || activeElement?.matches(TYPING) === true
  );
}

const isShown = (panel: string) => document.querySelector(`${OPEN}[data-panel="${panel}"]`) !== null;

/** A link asks for quick redeem or quick play, or has done so in this document. */
function isQuick(): boolean {
  const asked = formType(new URLSearchParams(location.search).get("state") ?? "");
  return [asked, followedForm()].some((form) => form === "quickredeem" || form === "quickplay");
}
