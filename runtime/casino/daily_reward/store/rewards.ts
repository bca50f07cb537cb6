// Connects the daily reward of the signed-in player to the rewards service: the client of the socket, and when it opens. No other feature
// depends on this socket (A121).

import { send } from "@croupier/loader";
import { parseJson } from "@croupier/loader/browser";
import { safeParse } from "valibot";
import { DailyReward as decoder } from "../../api/contract/decoders";
import type { CheckLogin, DailyReward } from "../../api/contract/schema";
import { config, path } from "../../config/config";
import { $reward, $user } from "../../player/player";
import { $session } from "../../session/session";

/** Opens a socket while a player is signed in and the page is not in the back-forward cache. Does nothing if no service is configured. */
export function startRewards(): void {
  const { client, api } = config();
  if (!api.rewards_url) return;

  const { casino_id } = client;
  let pid: number | undefined;
  let isInBackForwardCache = false;

  const rewards = createRewards({
    connect(url, onMessage) {
      const socket = new WebSocket(url);
      socket.addEventListener("message", ({ data }) => onMessage(String(data)));
      return socket;
    },
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    url: () => rewardsUrl(path(api.rewards_url), location.href, casino_id, $session.get()?.token ?? ""),
    onReward: (reward) => $reward.set(reward),
    failed: () => send("croupier:fault", { error: new Error("the rewards socket did not open"), part: "rewards" }),
  });

  async function open() {
    const session = $session.get();
    if (!session || rewards.isOpen()) return;

    // The service requires the player's class.
    const result = await $user.fetch();
    const user = "data" in result ? result.data : undefined;
    if (!user || $session.get()?.pid !== session.pid || rewards.isOpen() || isInBackForwardCache) return;
    rewards.open({ casinoid: casino_id, login: user.login, player_id: session.pid, class_name: user.playerClass });
  }

  $session.subscribe((session) => {
    if (session?.pid === pid) return;
    pid = session?.pid;
    rewards.close();
    $reward.set(undefined);
    void open();
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void open();
  });

  // An open socket would exclude the page from the back-forward cache.
  addEventListener("pagehide", () => {
    isInBackForwardCache = true;
    rewards.close();
  });
  addEventListener("pageshow", () => {
    isInBackForwardCache = false;
    void open();
  });
}

/** The part of `WebSocket` that the client uses. */
interface RewardsSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

/** The dependencies of the client. */
export interface RewardsPorts {
  /** Opens a socket. A socket that fails or is closed does not open again. */
  connect(url: string, onMessage: (text: string) => void): RewardsSocket;
  /** Calls `callback` after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Returns the URL of the service with the current token. */
  url(): string;
  /** Receives a reward. */
  onReward(reward: DailyReward): void;
  /** Reports that the socket did not open in time; the client stops trying. */
  failed(): void;
}

/** The client of the rewards service in one document. */
export interface Rewards {
  /** Closes any open socket, opens a new one and requests this player's reward. */
  open(player: Omit<CheckLogin, "action">): void;
  close(): void;
  isOpen(): boolean;
}

/** Number of attempts to send the first frame, and the delay before each, in milliseconds (row 9-23). */
const MAX_ATTEMPTS = 5;
const ATTEMPT_DELAY_MS = 300;
/** `WebSocket.OPEN`. */
const OPEN = 1;

/** Creates the client without opening a socket. */
export function createRewards(ports: RewardsPorts): Rewards {
  let socket: RewardsSocket | undefined;
  let cancel = () => {};

  function receive(text: string) {
    const reward = safeParse(decoder(), parseJson(text));
    // Messages of a different shape are ignored (row 7.6-07).
    if (reward.success) ports.onReward(reward.output);
  }

  function sendWhenOpen(frame: CheckLogin, attempt = 1) {
    cancel = ports.after(ATTEMPT_DELAY_MS, () => {
      if (socket?.readyState === OPEN) return void socket.send(JSON.stringify(frame));
      if (attempt < MAX_ATTEMPTS) return sendWhenOpen(frame, attempt + 1);
      close();
      ports.failed();
    });
  }

  function close() {
    cancel();
    socket?.close();
    socket = undefined;
  }

  return {
    open(player) {
      close();
      // A message of an earlier socket belongs to another player.
      const opened = ports.connect(ports.url(), (text) => {
        if (opened === socket) receive(text);
      });
      socket = opened;
      sendWhenOpen({ action: "checklogin", ...player });
    },
    close,
    isOpen: () => socket !== undefined && socket.readyState <= OPEN,
  };
}

/**
 * Returns the URL of the socket: the configured URL, resolved against `page`, with casino id and token (A120).
 * It uses `wss:` unless both the page and the configured URL are unencrypted, as in development.
 */
export function rewardsUrl(url: string, page: string, casino_id: number, token: string): string {
  const address = new URL(url, page);
  const isPlain = page.startsWith("http:") && /^(http|ws):$/.test(address.protocol);
  address.protocol = isPlain ? "ws:" : "wss:";
  address.searchParams.set("casinoid", String(casino_id));
  address.searchParams.set("token", token);
  return address.href;
}
