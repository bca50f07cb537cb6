//! Croupier, a static site generator with a React runtime.
//!
//! The data's way through a build is the way these modules read: [`settings`] and [`world`] are asked once,
//! [`page`] reads one file on its own, [`site`] brings all pages together, [`render`] turns them into a
//! [`publish::Release`], and [`publish`] alone touches the output folder. [`build`] runs that line once,
//! [`rebuild`] again on each change; [`serve`] and [`dev`] show the result.

pub mod build;
pub mod bundle;
pub mod cli;
pub mod console;
pub mod dev;
pub mod diagnostic;
pub mod explain;
pub mod front_matter;
pub mod hosting;
pub mod island;
pub mod markdown;
pub mod page;
pub mod publish;
pub mod rebuild;
pub mod render;
pub mod scaffold;
pub mod serve;
pub mod settings;
pub mod site;
pub mod template;
pub mod world;
