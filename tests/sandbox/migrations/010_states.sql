-- Simulated states of a player: maintenance (at login or later) and an expired daily reward.
-- A reward without an end is always valid for another twelve hours, so that old databases have a valid reward.
alter table players add column upkeep text not null default '' check (upkeep in ('', 'login', 'play'));
alter table daily_rewards add column expires_at integer;
