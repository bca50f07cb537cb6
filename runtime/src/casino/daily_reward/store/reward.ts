// The daily reward as reported by the rewards service. It is separate from the socket, so that views do not load the socket's code.

import { atom } from "nanostores";
import type { DailyReward } from "../../api/contract/schema";

/** The reward; `undefined` for guests, for players without a reward, and until the service has reported. */
export const $reward = atom<DailyReward | undefined>(undefined);
