// The client of the rewards service: it requests the player's daily reward over a socket (rows 7.6-05 to 7.6-08, A120, A121).

import { safeParse } from "valibot";
import { parseJson } from "../../../platform/browser";
import { DailyReward as decoder } from "../../api/contract/decoders";
import type { CheckLogin, DailyReward } from "../../api/contract/schema";

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
      const opened = ports.connect(ports.url(), (text) => opened === socket && receive(text));
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
