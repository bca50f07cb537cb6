-- A covering index for balances. It contains the amounts, so a sum reads only the index.
create index ledger_sums on ledger (pid, cents);
drop index ledger_by_player;
