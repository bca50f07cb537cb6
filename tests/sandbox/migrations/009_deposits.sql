-- Tickets of cashier pages. Each page allows one deposit, which deletes its ticket.
create table cashier_tickets (
  ticket text primary key,
  pid integer not null references players (pid) on delete cascade,
  expires_at integer not null
) strict;
