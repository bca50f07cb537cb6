// Tracks page views and events, if configured. It is not loaded in browsers that send Global Privacy Control (A3, A135).

import { listen } from "@croupier/loader";
import { type Config, config, path } from "../../config/config";
import { $session } from "../../session/session";
import { post, scrub } from "../reporting/scrub";
import { loadScript } from "../script";

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
  if (adapter === "data_layer") return loadDataLayer(url);
  return (event, details) => post(url, JSON.stringify({ event, ...details }));
}

/** Creates the tracker. It removes secrets and personal data from the details of events. */
export function createTrack(sink: Sink): Track {
  return (event, details) => sink(event, scrub(details) as object);
}

/** Tracking events. None of them identifies the visitor. */
export interface Events {
  /** A page was shown; `path` is without query and fragment. */
  readonly page_view: { readonly path: string };
  readonly login: Readonly<Record<never, never>>;
  readonly logout: Readonly<Record<never, never>>;
}

/** Creates the data layer, and loads the tag's script from `url` unless that is empty. Earlier events wait in the layer. */
export function loadDataLayer(url: string): Sink {
  window.dataLayer ??= [];
  if (url) {
    // Tag managers measure their load time from this event.
    window.dataLayer.push({ event: "gtm.js", "gtm.start": Date.now() });
    // A blocked tag is not an error of the site.
    void loadScript(url).catch(() => undefined);
  }
  return (event, details) => void window.dataLayer?.push({ event, ...details });
}

declare global {
  interface Window {
    dataLayer?: { push(entry: object): unknown };
  }
}
