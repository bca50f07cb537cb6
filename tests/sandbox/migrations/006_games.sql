-- Favourites, launch tokens that are valid for one minute, and open rounds of the stub game.
create table favourites (
  pid integer not null references players (pid) on delete cascade,
  machine_id integer not null,
  game_id integer not null,
  primary key (pid, machine_id, game_id)
) strict;

create table launch_tokens (
  token text primary key,
  pid integer not null references players (pid) on delete cascade,
  expires_at integer not null
) strict;

create table open_games (
  id text primary key,
  pid integer not null references players (pid) on delete cascade
) strict;
