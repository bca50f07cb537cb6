// Connects the daily reward of the signed-in player to the rewards service. No other feature depends on this socket (A121).

import { send } from "../../../signals";
import { config, path } from "../../config/config";
import { $reward, $user } from "../../player/player";
import { $session } from "../../session/session";
import { createRewards, rewardsUrl } from "../api/rewards";

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
