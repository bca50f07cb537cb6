// The opt-ins in the footer of every page (rows 2.5-26, 2.5-27). They hydrate for players only; the footer's HTML offers the login to guests.

export { OptInsForPlayers as Island } from "../ui/for_players";
