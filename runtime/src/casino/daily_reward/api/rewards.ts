// The rewards service: a socket that asks once which daily reward a player has, and is told of it (rows 7.6-05 to 7.6-08, A120, A121).

import { safeParse } from "valibot";
import { DailyReward as decoder } from "../../api/contract/decoders";
import type { CheckLogin, DailyReward } from "../../api/contract/schema";

/** A socket that can be opened again; without that it stays closed once it is. */
export interface RewardsSocket {
  readonly readyState: number;
  send(text: string): unknown;
  close(): void;
  reconnect(): void;
}

/** What the service needs of the world. */
export interface RewardsPorts {
  /** Opens a socket; the address is asked for at each opening. */
  connect(url: () => string, heard: (text: string) => void): RewardsSocket;
  /** Calls back after so many milliseconds. The result cancels. */
  after(ms: number, then: () => void): () => void;
  /** Where the service lies, for the token of now. */
  url(): string;
  /** A reward came. */
  got(reward: DailyReward): void;
  /** The socket did not open in time, and is given up. */
  failed(): void;
}

/** The service, as far as one document uses it. */
export interface Rewards {
  /** Opens the socket and asks for this player's reward. What was open is closed. */
  open(player: Omit<CheckLogin, "action">): void;
  close(): void;
  isOpen(): boolean;
}

/** So many times the first frame is tried, and so far apart, in milliseconds (row 9-23). */
const TRIES = 5;
const APART_MS = 300;
/** `WebSocket.OPEN`. */
const OPEN = 1;

/** Makes the service; no socket is opened yet. */
export function createRewards(ports: RewardsPorts): Rewards {
  let socket: RewardsSocket | undefined;
  let cancel = () => {};

  function heard(text: string) {
    const reward = safeParse(decoder(), parse(text));
    // What makes no sense changes nothing (row 7.6-07).
    if (reward.success) ports.got(reward.output);
  }

  function ask(frame: CheckLogin, tried = 1) {
    cancel = ports.after(APART_MS, () => {
      if (socket?.readyState === OPEN) return void socket.send(JSON.stringify(frame));
      if (tried < TRIES) return ask(frame, tried + 1);
      close();
      ports.failed();
    });
  }

  function close() {
    cancel();
    socket?.close();
  }

  return {
    open(player) {
      close();
      if (socket) socket.reconnect();
      else socket = ports.connect(ports.url, heard);
      ask({ action: "checklogin", ...player });
    },
    close,
    isOpen: () => socket !== undefined && socket.readyState <= OPEN,
  };
}

/**
 * The address of the socket: as configured, relative to `page`, with casino and token (A120). It is encrypted unless the page
 * itself is not, as on a developer's machine.
 */
export function rewardsUrl(url: string, page: string, casino_id: number, token: string): string {
  const address = new URL(url, page);
  const isPlain = page.startsWith("http:") && /^(http|ws):$/.test(address.protocol);
  address.protocol = isPlain ? "ws:" : "wss:";
  address.searchParams.set("casinoid", String(casino_id));
  address.searchParams.set("token", token);
  return address.href;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
