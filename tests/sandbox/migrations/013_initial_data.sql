-- Initial data of players. A test can restore a player to it.
create table beginnings (
  pid integer primary key references players (pid) on delete cascade,
  login text not null collate nocase,
  email text not null collate nocase,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  birth_date text not null
) strict;

insert into beginnings select pid, login, email, password_hash, first_name, last_name, birth_date from players;

create trigger players_begin after insert on players begin
  insert into beginnings
    values (new.pid, new.login, new.email, new.password_hash, new.first_name, new.last_name, new.birth_date);
end;
