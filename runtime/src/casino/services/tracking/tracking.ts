// Page views and events, for a site that counts them. For browsers that send Global Privacy Control none of this is loaded (A3, A135).

import { listen } from "../../../signals";
import { type Config, config, path } from "../../config/config";
import { $session } from "../../session/session";
import { post } from "../reporting/beacon";
import { scrub } from "../reporting/scrub";
import type { Events } from "./events";

/** Takes an event with its details, scrubbed. */
export type Sink = (event: string, details: object) => void;

/** Tells of an event. */
export type Track = <Name extends keyof Events>(event: Name, details: Events[Name]) => void;

/** Begins to count as the site is configured: pages, and who signs in and out. */
export async function startTracking(): Promise<void> {
  const { base, tracking } = config();
  const track = createTrack(await bringSink({ ...tracking, url: path(tracking.url) }));
  const view = () => track("page_view", { path: location.pathname.slice(base.length) });
  view();
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") view();
  });
  $session.listen((session, before) => {
    // Of the tabs that hear of it, the one that is looked at tells.
    if (!document.hidden && !session !== !before) track(session ? "login" : "logout", {});
  });
}

async function bringSink({ adapter, url }: Config["tracking"]): Promise<Sink> {
  if (adapter === "data_layer") return (await import("./data_layer")).bringDataLayer(url);
  return (event, details) => post(url, JSON.stringify({ event, ...details }));
}

/** Makes the tracker, whose events say nothing that must not leave the tab. */
export function createTrack(sink: Sink): Track {
  return (event, details) => sink(event, scrub(details) as object);
}
