-- What belongs to a session ends with it: launch tokens, rounds of the game, and pages of the cashier. None of them is old.
drop table launch_tokens;
create table launch_tokens (
  token text primary key,
  session text not null references sessions (token) on delete cascade,
  expires_at integer not null
) strict;

drop table open_games;
create table open_games (
  id text primary key,
  session text not null references sessions (token) on delete cascade
) strict;

drop table cashier_tickets;
create table cashier_tickets (
  ticket text primary key,
  session text not null references sessions (token) on delete cascade,
  expires_at integer not null
) strict;

-- A daily reward without an end, and links that were good for ten years.
update daily_rewards set expires_at = (unixepoch() + 12 * 3600) * 1000 where expires_at is null;
update quick_links set expires_at = min(expires_at, (unixepoch() + 72 * 3600) * 1000);
