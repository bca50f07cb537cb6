-- Data of the signup and profile forms, and signups that were not completed.
alter table players add column address_two text not null default '';
alter table players add column cell_phone text not null default '';
alter table players add column day_phone text not null default '';
alter table players add column evening_phone text not null default '';
alter table players add column gender text not null default '';
alter table players add column download_id text not null default '';
-- The day of the first deposit, or null before it.
alter table players add column first_deposit_on text;
update players set first_deposit_on = '2026-01-05' where first_deposit = 1;
alter table players drop column first_deposit;
-- A random value for each session, which replaces the password hash in requests to the cashier.
alter table sessions add column cashier_secret text not null default '';

create table downloads (
  id text primary key,
  name text not null,
  email text not null,
  affiliate_id text not null,
  tracking_id text not null,
  at integer not null
) strict;

create table unfinished_signups (
  id integer primary key,
  kind text not null check (kind in ('incomplete', 'refused')),
  email text not null,
  first_name text not null,
  last_name text not null,
  client_id integer not null,
  about text not null,
  at integer not null
) strict;
