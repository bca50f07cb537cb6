// Tracks page views and events, if configured. It is not loaded in browsers that send Global Privacy Control (A3, A135).

import { listen } from "../../../signals";
import { type Config, config, path } from "../../config/config";
import { $session } from "../../session/session";
import { post } from "../reporting/beacon";
import { scrub } from "../reporting/scrub";
import type { Events } from "./events";

/** Sends an event with its scrubbed details. */
export type Sink = (event: string, details: object) => void;

/** Tracks an event. */
export type Track = <Name extends keyof Events>(event: Name, details: Events[Name]) => void;

/** Starts tracking with the site's configuration: page views, sign-ins and sign-outs. */
export async function startTracking(): Promise<void> {
  const { base, tracking } = config();
  const track = createTrack(await loadSink({ ...tracking, url: path(tracking.url) }));
  const view = () => track("page_view", { path: location.pathname.slice(base.length) });
  view();
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") view();
  });
  $session.listen((session, previous) => {
    // All tabs learn of the change; only the visible one tracks it.
    if (!document.hidden && !session !== !previous) track(session ? "login" : "logout", {});
  });
}

async function loadSink({ adapter, url }: Config["tracking"]): Promise<Sink> {
  if (adapter === "data_layer") return (await import("./data_layer")).loadDataLayer(url);
  return (event, details) => post(url, JSON.stringify({ event, ...details }));
}

/** Creates the tracker. It removes secrets and personal data from the details of events. */
export function createTrack(sink: Sink): Track {
  return (event, details) => sink(event, scrub(details) as object);
}
