-- Coupons that players have redeemed. The unique index allows one active coupon per player, even with concurrent requests.
create table player_coupons (
  id integer primary key,
  pid integer not null references players (pid) on delete cascade,
  code text not null collate nocase,
  state text not null check (state in ('awaiting', 'playing', 'done', 'cancelled')),
  played_cents integer not null default 0,
  needed_cents integer not null default 0,
  spins_remaining integer not null default 0,
  winnings_cents integer not null default 0,
  game_code text not null default '',
  at integer not null
) strict;
create unique index one_active_coupon on player_coupons (pid) where state in ('awaiting', 'playing');
create index player_coupons_by_player on player_coupons (pid, code);

create table cashbacks (
  pid integer not null references players (pid) on delete cascade,
  tx_hash text not null collate nocase,
  user_hash text not null collate nocase,
  cents integer not null,
  claimed integer not null default 0,
  primary key (pid, tx_hash)
) strict;

create table daily_rewards (
  pid integer primary key references players (pid) on delete cascade,
  code text not null collate nocase,
  redeemed integer not null default 0
) strict;
