-- Players who opted in to quick play, and their single-use login links.
create table quick_players (
  pid integer primary key references players (pid) on delete cascade
) strict;

create table quick_links (
  hash text primary key collate nocase,
  pid integer not null references quick_players (pid) on delete cascade,
  code text not null,
  coupon text not null,
  game text not null,
  expires_at integer not null,
  used integer not null default 0
) strict;
