-- Emails that a real system would send, with their single-use tokens, and recent failed logins.
create table mails (
  id integer primary key,
  pid integer references players (pid) on delete cascade,
  kind text not null check (kind in ('password', 'username')),
  token text not null unique,
  expires_at integer not null,
  used integer not null default 0
) strict;

create table failed_logins (
  id integer primary key,
  login text not null collate nocase,
  at integer not null
) strict;
create index failed_logins_by_login on failed_logins (login, at);
