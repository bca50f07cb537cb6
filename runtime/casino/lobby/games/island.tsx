// The island of the games lobby, which is part of the HTML (rows 2.1-03, 9-29).

export { Lobby as Island } from "../ui/lobby";
