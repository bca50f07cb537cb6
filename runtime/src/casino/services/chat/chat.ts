// Live chat: its script comes when somebody opens it, or when a player whom it should know signs in (A3, row 7.6-01).

import { listen, send } from "../../../signals";
import { type Config, config, path } from "../../config/config";
import { $session, type Session } from "../../session/session";
import { loadScript } from "../script";

/** Whom the chat talks to; empty for a guest. */
export interface ChatUser {
  readonly user_id?: string;
  /** Proves to the chat that the player is who the site says. */
  readonly user_hash?: string;
}

/** What a chat can do once its script is there. */
export interface ChatProvider {
  boot(who: ChatUser): void;
  /** Opens, with a message that is written but not sent. */
  show(text?: string): void;
  shutdown(): void;
}

/** What the chat needs of the world. */
export interface ChatPorts {
  /** Brings the provider; rejects when it does not come, and can be asked again. */
  load(): Promise<ChatProvider | undefined>;
  /** The hash by which the chat knows a player; `undefined` where it cannot be had. */
  identify(session: Session): Promise<string | undefined>;
}

/** The chat of a document. */
export interface Chat {
  /** Opens it; false where it does not come. */
  show(text?: string): Promise<boolean>;
  /** Tells it who is signed in; `undefined` when nobody is any more. */
  follow(session: Session | undefined): Promise<void>;
}

/** Begins as the site is configured: `croupier:open` with the panel `chat` shows it, and it knows who is signed in. */
export function startChat(identify: ChatPorts["identify"]): void {
  const settings = config().chat;
  const chat = createChat({ load: () => provide({ ...settings, url: path(settings.url) }), identify });
  // Where it does not come, there is a page that says how else we are reached.
  const show = (text?: string) =>
    void chat.show(text).then((isShown) => isShown || send("croupier:open", { panel: "contact" }));
  listen("croupier:open", ({ panel, about }) => panel === "chat" && show(about));
  document.addEventListener("click", (event) => openInPlace(event, show), true);
  $session.subscribe((session) => void chat.follow(session));
}

async function provide({ adapter, url, app_id }: Config["chat"]): Promise<ChatProvider | undefined> {
  if (adapter === "intercom") return (await import("./intercom")).bringIntercom(url, app_id);
  await loadScript(url);
  return window.SandboxChat;
}

/** A link that opens the chat on its page opens it on this one, and the menu that it stands in makes room. */
function openInPlace(event: MouseEvent, show: () => void) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || !/[?&](action=)?showchat\b/i.test(link.search)) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  show();
}

/** Makes the chat. */
export function createChat({ load, identify }: ChatPorts): Chat {
  /** The player whom the chat knows; 0 for a guest, `undefined` before it was told of anybody. */
  let known: number | undefined;
  let told = Promise.resolve();
  let provider: ChatProvider | undefined;

  async function loaded(): Promise<ChatProvider | undefined> {
    provider ??= await load().catch(() => undefined);
    return provider;
  }

  function boot(session: Session | undefined): Promise<void> {
    const pid = session?.pid ?? 0;
    if (known !== pid) told = tell(session, pid);
    return told;
  }

  async function tell(session: Session | undefined, pid: number) {
    known = pid;
    const [chat, user_hash] = await Promise.all([loaded(), session && identify(session).catch(() => undefined)]);
    // Somebody else may have come meanwhile.
    if (known !== pid) return;
    if (!chat) known = undefined;
    chat?.boot(session ? { user_id: String(pid), ...(user_hash ? { user_hash } : {}) } : {});
  }

  return {
    async show(text) {
      await (known === undefined ? boot(undefined) : told);
      const chat = await loaded();
      chat?.show(text);
      return chat !== undefined;
    },
    async follow(session) {
      if (session) return boot(session);
      // Nothing that a player wrote stays for the next one.
      if (known) provider?.shutdown();
      known = undefined;
    },
  };
}

declare global {
  interface Window {
    /** What the sandbox's script leaves on the window. */
    readonly SandboxChat?: ChatProvider;
  }
}
