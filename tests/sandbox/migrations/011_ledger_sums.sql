-- A balance is a sum over a player's entries: with the amounts in the index it is read from there alone.
create index ledger_sums on ledger (pid, cents);
drop index ledger_by_player;
