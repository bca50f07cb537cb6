// The daily reward as the rewards service told of it, apart from the socket that it comes by: what draws it brings no socket.

import { atom } from "nanostores";
import type { DailyReward } from "../../api/contract/schema";

/** The reward; `undefined` for guests, for players without one, and until the service has told. */
export const $reward = atom<DailyReward | undefined>(undefined);
