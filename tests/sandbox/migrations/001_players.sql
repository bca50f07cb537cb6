-- Players, sessions and ledger entries. The balance of a player is the sum of the ledger entries, in cents.
create table players (
  pid integer primary key,
  login text not null unique collate nocase,
  email text not null unique collate nocase,
  password_hash text not null,
  player_class text not null,
  first_deposit integer not null default 0,
  total_deposits_number integer not null default 0,
  birth_date text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  country_id text not null default 'US',
  address_one text not null default '',
  city text not null default '',
  state_id text not null default '',
  zip_code text not null default '',
  banned integer not null default 0
) strict;

create table sessions (
  token text primary key,
  session_id text not null unique,
  pid integer not null references players (pid) on delete cascade,
  expires_at integer not null
) strict;
create index sessions_by_player on sessions (pid);

create table ledger (
  id integer primary key,
  pid integer not null references players (pid) on delete cascade,
  cents integer not null,
  reason text not null,
  at integer not null
) strict;
create index ledger_by_player on ledger (pid);
