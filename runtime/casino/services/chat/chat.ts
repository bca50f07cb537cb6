// Live chat. Its script is loaded when a user opens the chat, or when a player signs in (A3, row 7.6-01).

import { listen, send } from "@croupier/loader";
import { isPlainClick, withLimit } from "@croupier/loader/browser";
import { type Config, config, path } from "../../config/config";
import { $session, type Session } from "../../session/session";
import { loadScript } from "../script";

/** The user of the chat; empty for a guest. */
export interface ChatUser {
  readonly user_id?: string;
  /** Proves the player's identity to the chat service. */
  readonly user_hash?: string;
}

/** The functions of a chat service after its script is loaded. */
export interface ChatProvider {
  boot(user: ChatUser): void;
  /** Opens the chat, optionally with a message that is entered but not sent. */
  show(text?: string): void;
  shutdown(): void;
}

/** The functions that the chat needs from the site. */
export interface ChatPorts {
  /** Loads the provider; rejects if it fails to load. It may be called again. */
  load(): Promise<ChatProvider | undefined>;
  /** Returns the hash that identifies a player to the chat; `undefined` if it is not available. */
  identify(session: Session): Promise<string | undefined>;
}

/** The chat of a document. */
export interface Chat {
  /** Opens the chat; resolves to false if it does not load in time. */
  show(text?: string): Promise<boolean>;
  /** Updates the user of the chat; `undefined` after a sign-out. */
  setSession(session: Session | undefined): Promise<void>;
}

/** Starts the chat with the site's configuration. `croupier:open` with the panel `chat` opens it, and it follows the session. */
export function startChat(identify: ChatPorts["identify"]): void {
  const settings = config().chat;
  const chat = createChat({ load: () => loadProvider({ ...settings, url: path(settings.url) }), identify });

  // If the chat fails to load, the contact panel shows other ways to reach the support.
  const show = (text?: string) =>
    void chat.show(text).then((isShown) => {
      if (!isShown) send("croupier:open", { view: "contact" });
    });

  listen("croupier:open", ({ view: panel, about }) => {
    if (panel === "chat") show(about);
  });
  document.addEventListener("click", (event) => openInPlace(event, show), true);
  $session.subscribe((session) => void chat.setSession(session));
}

async function loadProvider({ adapter, url, app_id }: Config["chat"]): Promise<ChatProvider | undefined> {
  if (adapter === "intercom") return (await import("./intercom")).loadIntercom(url, app_id);
  await loadScript(url);
  return window.SandboxChat;
}

/** Opens the chat on the current page when a link to the chat is clicked, and closes the dialog around the link. */
function openInPlace(event: MouseEvent, show: () => void) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || !isPlainClick(event)) return;
  if (link.origin !== location.origin || !/[?&](action=)?showchat\b/i.test(link.search)) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  show();
}

/** Longest wait of a user for the chat, in milliseconds. After it, other ways to reach the support are shown. */
const LIMIT_MS = 5000;

/** Creates the chat. */
export function createChat({ load, identify }: ChatPorts): Chat {
  let session: Session | undefined;
  /** The player number that the chat was started with; 0 for a guest, `undefined` before the start and after a failed one. */
  let bootedPid: number | undefined;
  let booting = Promise.resolve();
  let provider: ChatProvider | undefined;

  /** Starts the chat for the current user, unless that was done. */
  function boot(): Promise<void> {
    const pid = session?.pid ?? 0;
    if (bootedPid !== pid) booting = bootProvider(session, pid);
    return booting;
  }

  async function bootProvider(user: Session | undefined, pid: number) {
    bootedPid = pid;
    const loading = provider ?? load().catch(() => undefined);
    const [chat, user_hash] = await Promise.all([loading, user && identify(user).catch(() => undefined)]);
    provider ??= chat;
    // The user may have changed meanwhile.
    if (bootedPid !== pid) return;
    if (!chat) bootedPid = undefined;
    chat?.boot(user ? { user_id: String(pid), ...(user_hash ? { user_hash } : {}) } : {});
  }

  /** Returns the chat of the current user, also if the user changes meanwhile. */
  async function getStarted(): Promise<ChatProvider | undefined> {
    const pid = session?.pid;
    await boot();
    return pid === session?.pid ? provider : getStarted();
  }

  return {
    async show(text) {
      const chat = await withLimit(getStarted(), LIMIT_MS);
      chat?.show(text);
      return chat !== undefined;
    },
    async setSession(next) {
      session = next;
      if (next) return boot();
      // The next user must not see the player's conversation.
      if (bootedPid) provider?.shutdown();
      bootedPid = undefined;
    },
  };
}

declare global {
  interface Window {
    /** Set by the sandbox's script. */
    readonly SandboxChat?: ChatProvider;
  }
}
