// What the API takes and answers. Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Amount } from "../amount";

export type ActiveCoupon =
  | {
      readonly isActive: false;
      readonly player_coupon_status: "No Coupon";
    }
  | {
      readonly bank_method_list: readonly {
        readonly bonus: number;
        readonly deposit_method: string;
        readonly maximum_deposit: number;
        readonly minimum_deposit: number;
      }[];
      readonly bonus: readonly number[];
      readonly coupon_amount: Amount;
      readonly coupon_code: string;
      readonly coupon_description: string;
      readonly coupon_title: string;
      readonly deposit_method: readonly string[];
      readonly expiry: number;
      readonly free_spin_details: {
        readonly denomination?: Amount;
        readonly free_spin_winnings?: Amount;
        readonly game_description?: string;
        readonly game_id?: number;
        readonly mach_id?: number;
      };
      readonly free_spin_details_list: readonly {
        readonly game_code: string;
        readonly game_description: string;
        readonly spins_needed: number;
      }[];
      readonly image_url: string;
      readonly isActive: true;
      readonly max_users_player_per_month?: number;
      readonly max_users_player_per_week?: number;
      readonly max_uses_per_player: number;
      readonly max_uses_player_per_day: number;
      readonly maximum_deposit: readonly number[];
      readonly minimum_deposit: readonly number[];
      readonly player_coupon_status: string;
      readonly playthrough: readonly number[];
      readonly playthrough_details: {
        readonly amount_needed: Amount;
        readonly amount_played: Amount;
        readonly awaiting_deposit: boolean | number | string;
      };
      readonly redeem_type: string;
      readonly redemption_type: string;
      readonly reward_type: string;
      readonly spins: readonly number[];
      readonly spins_remaining: number;
      readonly userHash: string;
      readonly max_uses_player_per_month?: number;
      readonly max_uses_player_per_week?: number;
    };

export type Anything = unknown;

export type Balances = readonly {
  readonly balance: Amount;
  readonly currency_symbol: string;
}[];

export type Cashback = {
  readonly txIdHash: string;
  readonly userHash: string;
};

export type Cashier = {
  readonly info: {
    readonly hashed_password: string;
    readonly lang: string;
    readonly login: string;
    readonly player_id: string;
    readonly session_id: string;
    readonly sign_up_skin: string;
    readonly sportsbook: string;
  };
  readonly launch_page: "Deposits.asp";
  readonly url: string;
};

export type CashierForm = {
  readonly hashed_password: string;
  readonly lang: string;
  readonly login: string;
  readonly player_id: string;
  readonly session_id: string;
  readonly sign_up_skin: string;
  readonly sportsbook: string;
};

export type CheckLogin = {
  readonly action: "checklogin";
  readonly casinoid: number | string;
  readonly class_name: string;
  readonly login: string;
  readonly player_id: number | string;
};

export type Count = {
  readonly Count: number;
};

export type DailyReward = {
  readonly coupon: Promotion;
  readonly redeemed: 0 | 1;
};

export type Deposit = {
  readonly cents: number;
  readonly ticket: string;
};

export type Done = {
  readonly message: string;
};

export type Download = {
  readonly affiliate_id: string;
  readonly email: string;
  readonly name: string;
  readonly tracking_id: string;
};

export type Favourites = readonly {
  readonly game_id: number;
  readonly machine_id: number;
}[];

export type Games = {
  readonly categories: readonly {
    readonly "sub-categories": readonly string[];
    readonly title: string;
  }[];
  readonly games: readonly {
    readonly category: string;
    readonly display_name: string;
    readonly game_id: number;
    readonly hands: number;
    readonly height: number;
    readonly machine_id: number;
    readonly sub_category: string;
    readonly width: number;
  }[];
};

export type Identify = {
  readonly casinoID: number | string;
  readonly identifier: number | string;
};

export type IncompleteSignup = {
  readonly client_id: 3 | 6;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly login: string;
  readonly start_date: string;
};

export type JackpotPlayer = {
  readonly "is-opt-in": boolean;
  readonly "unclaimed-hits-amount": Amount;
};

export type Jackpots = readonly {
  readonly amount: Amount;
  readonly game_id: number;
  readonly machine_id: number;
}[];

export type Launch = {
  readonly playerId: number | string;
  readonly token_type: "game";
};

export type Link = {
  readonly message: string;
};

export type Lobbies = readonly {
  readonly id: number;
  readonly name: string;
}[];

export type LobbyJackpot = {
  readonly guid: string;
  readonly "jackpot-amount": Amount;
};

export type Login = {
  readonly client_id?: 3 | 6;
  readonly for_money?: boolean;
  readonly login?: string;
  readonly password?: string;
  readonly player_timezone?: string;
  readonly skin_id?: number;
  readonly userhash?: string;
};

export type Logout = {
  readonly for_money: boolean;
  readonly login: string;
  readonly logout_type: string;
  readonly player_id: number | string;
  readonly player_ids: readonly (number | string)[];
};

export type NewSession = {
  readonly login?: string;
  readonly pid?: number;
  readonly rtgSession?: {
    readonly session_id: string;
  };
  readonly sessionToken?: string;
};

export type OpenCashier = {
  readonly cashier_type: "deposit";
  readonly client_type: "Mobile" | "InstantPlay";
  readonly playerId: number | string;
  readonly skinId: number | string;
};

export type OpenGame = {
  readonly token: string;
};

export type Preferences = {
  readonly custrefid: number | string;
  readonly emailpermit: number | string;
};

export type Profile = {
  readonly address_1: string;
  readonly address_2: string;
  readonly birth_date: string;
  readonly cell_phone: string;
  readonly city: string;
  readonly country: string;
  readonly day_phone: string;
  readonly email: string;
  readonly evening_phone: string;
  readonly first_name: string;
  readonly gender: string;
  readonly last_name: string;
  readonly login: string;
  readonly password: string;
  readonly skin_id: number;
  readonly state: string;
  readonly zip: string;
};

export type Promotion = {
  readonly bank_method_list: readonly {
    readonly bonus: number;
    readonly deposit_method: string;
    readonly maximum_deposit: number;
    readonly minimum_deposit: number;
  }[];
  readonly bonus: readonly number[];
  readonly coupon_amount: Amount;
  readonly coupon_code: string;
  readonly coupon_description: string;
  readonly coupon_title: string;
  readonly deposit_method: readonly string[];
  readonly expiry: number;
  readonly free_spin_details: {
    readonly denomination?: Amount;
    readonly free_spin_winnings?: Amount;
    readonly game_description?: string;
    readonly game_id?: number;
    readonly mach_id?: number;
  };
  readonly free_spin_details_list: readonly {
    readonly game_code: string;
    readonly game_description: string;
    readonly spins_needed: number;
  }[];
  readonly image_url: string;
  readonly max_users_player_per_month?: number;
  readonly max_users_player_per_week?: number;
  readonly max_uses_per_player: number;
  readonly max_uses_player_per_day: number;
  readonly maximum_deposit: readonly number[];
  readonly minimum_deposit: readonly number[];
  readonly playthrough: readonly number[];
  readonly playthrough_details: {
    readonly amount_needed: Amount;
    readonly amount_played: Amount;
    readonly awaiting_deposit: boolean | number | string;
  };
  readonly redeem_type: string;
  readonly redemption_type: string;
  readonly reward_type: string;
  readonly spins: readonly number[];
  readonly spins_remaining: number;
  readonly userHash: string;
  readonly max_uses_player_per_month?: number;
  readonly max_uses_player_per_week?: number;
};

export type Promotions = readonly Promotion[];

export type QuickPlay = {
  readonly Count: number;
  readonly code: string;
  readonly coupon: string;
  readonly game: string;
};

export type Recovery =
  | {
      readonly player_id: number | string;
      readonly todo: "fp";
    }
  | {
      readonly email: string;
      readonly todo: "fu";
    }
  | {
      readonly player_id: number | string;
      readonly pwd: string;
      readonly todo: "cpwt";
      readonly token: string;
    }
  | {
      readonly old_pwd: string;
      readonly player_id: number | string;
      readonly pwd: string;
      readonly todo: "cp";
    };

export type Redeemed = {
  readonly free_spin: boolean;
  readonly game_description: string;
  readonly redeem_type: number | string;
  readonly spins_needed: number;
};

export type Refusal = {
  readonly country?: string;
  readonly detail?: string;
  readonly errorMessage:
    | "No details received"
    | "An account with this email already exists"
    | "An account already exists"
    | "Too many failed login attempts"
    | "Error: Invalid Coupon"
    | "active_coupon"
    | "Error! Sorry, there was an error redeeming this coupon. Please try again or contact support."
    | "Unable to cancel coupon. Please contact support."
    | "Sorry, we could not claim your cashback."
    | "Sorry, we could not add your free spins."
    | "Please enter your login details."
    | "Please enter your first name"
    | "Please enter your last name"
    | "Please enter a valid email address"
    | "Please enter your date of birth. You must be at least 21 years old."
    | "Passwords should be at least 6 characters"
    | "errorViewerRestriction"
    | "errorCasinoMaintenance"
    | "Invalid login or password"
    | "This account is closed. Please contact support."
    | "Please log in."
    | "This is not your account."
    | "There is no such player."
    | "There is no such call."
    | "This call does not take this method."
    | "This is too much."
    | "This link has been used or is too old."
    | "Your current password is not correct."
    | "There is nothing of this name."
    | "This account cannot take part in the lobby jackpot."
    | "There is no win to claim."
    | "Your balance is too low."
    | "This key belongs to another request."
    | "This sandbox does not answer to this name."
    | "A page of this origin may not change anything here."
    | "The sandbox could not use its database.";
};

export type RefusedSignup = {
  readonly client_id: 3 | 6;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly message: string;
};

export type Reward = {
  readonly coupon: string;
  readonly player_id: number | string;
  readonly skin_id: number;
};

export type Round = {
  readonly balance: Amount;
  readonly round: string;
};

export type Session = {
  readonly pid: number;
  readonly rtgSession: {
    readonly session_id: string;
  };
  readonly sessionToken: string;
};

export type Signup = {
  readonly aid: string;
  readonly birth_date: string;
  readonly client_id: 3 | 6;
  readonly download_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  readonly skin_id: number;
};

export type Spin = {
  readonly game_code?: string;
  readonly round: string;
};

export type SpinResult = {
  readonly balance: Amount;
  readonly free: boolean;
  readonly won: Amount;
};

export type Token = {
  readonly token: string;
};

export type User = {
  readonly birth_date: string;
  readonly contact: {
    readonly address_one: string;
    readonly city: string;
    readonly country_id: string;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly state_id: string;
    readonly zip_code: string;
  };
  readonly first_deposit?: string | null | number;
  readonly hashed_password: string;
  readonly login: string;
  readonly player_class: string;
  readonly player_id: string;
  readonly total_deposits_number: number;
};

export type UserHash = {
  readonly userHash: string;
};

export type Winners = readonly {
  readonly amount: Amount;
  readonly date: string;
  readonly name: string;
}[];
