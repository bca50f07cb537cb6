//! Players of the database: their sessions, passwords, money and states, and the players of a new database.

pub(crate) mod money;
pub(crate) mod password;
pub(crate) mod seed;
pub(crate) mod session;
pub(crate) mod states;
pub(crate) mod validation;
