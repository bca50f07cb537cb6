-- What a player meets besides the game: a service that is down (at login, or later), and a daily reward that is over.
-- A reward without an end is always good for another twelve hours, so that an old database still has one to show.
alter table players add column upkeep text not null default '' check (upkeep in ('', 'login', 'play'));
alter table daily_rewards add column expires_at integer;
