// Connects the daily reward of the signed-in player to the rewards service. No other feature depends on this socket (A121).

import { send } from "../../../signals";
import { config, path } from "../../config/config";
import { $user } from "../../player/store/player";
import { $session } from "../../session/session";
import { createRewards, rewardsUrl } from "../api/rewards";
import { $reward } from "./reward";

/** Opens a socket while a player is signed in and the page is not in the back-forward cache. Does nothing if no service is configured. */
export function startRewards(): void {
  const { client, api } = config();
  if (!api.rewards_url) return;
  const { casino_id } = client;
  let pid: number | undefined;
  let isAside = false;
  const rewards = createRewards({
    connect(url, heard) {
      const socket = new WebSocket(url);
      socket.addEventListener("message", ({ data }) => heard(String(data)));
      return socket;
    },
    after(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    url: () => rewardsUrl(path(api.rewards_url), location.href, casino_id, $session.get()?.token ?? ""),
    got: (reward) => $reward.set(reward),
    failed: () => send("croupier:fault", { error: new Error("the rewards socket did not open"), part: "rewards" }),
  });

  async function open() {
    const mine = $session.get();
    if (!mine || rewards.isOpen()) return;
    // The service requires the player's class.
    const answer = await $user.fetch();
    const user = "data" in answer ? answer.data : undefined;
    if (!user || $session.get()?.pid !== mine.pid || rewards.isOpen() || isAside) return;
    rewards.open({ casinoid: casino_id, login: user.login, player_id: mine.pid, class_name: user.playerClass });
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
    isAside = true;
    rewards.close();
  });
  addEventListener("pageshow", () => {
    isAside = false;
    void open();
  });
}
