-- Each page of the cashier pays in once: its ticket is used up by the deposit.
create table cashier_tickets (
  ticket text primary key,
  pid integer not null references players (pid) on delete cascade,
  expires_at integer not null
) strict;
