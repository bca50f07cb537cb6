-- The lobby jackpot, its participants and its winners.
create table lobby_jackpot (
  guid text primary key,
  cents integer not null
) strict;

create table jackpot_players (
  pid integer primary key references players (pid) on delete cascade,
  opted_in integer not null default 0,
  unclaimed_cents integer not null default 0
) strict;

create table jackpot_winners (
  id integer primary key,
  name text not null,
  cents integer not null,
  at integer not null
) strict;
