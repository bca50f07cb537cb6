-- Launch tokens, game rounds and cashier tickets are deleted with their session. Existing rows are
-- dropped, because they are valid only for a short time.
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

-- Limit daily rewards without an end, and links that were valid for ten years.
update daily_rewards set expires_at = (unixepoch() + 12 * 3600) * 1000 where expires_at is null;
update quick_links set expires_at = min(expires_at, (unixepoch() + 72 * 3600) * 1000);
