-- Email preferences of players, and the ids in unsubscribe links.
create table unsubscribes (
  id text primary key,
  pid integer not null references players (pid) on delete cascade,
  done integer not null default 0
) strict;

create table email_permits (
  pid integer primary key references players (pid) on delete cascade,
  permit integer not null
) strict;
