//! The generator from outside, in one program, so that it is linked once. A file of this folder is a subject.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests state what they expect, and look at real folders"
)]

mod all_at_once;
mod assets;
mod beside;
mod cascade;
mod checks;
mod cli;
mod collections;
mod command;
mod common;
mod content;
mod feeds;
mod files_beside;
mod hostile;
mod hosts;
mod incremental;
mod incremental_islands;
mod islands;
mod killed;
mod layers;
mod links;
mod lists;
mod markdown_filter;
mod markup;
mod minified;
mod mistakes;
mod operator;
mod output;
mod package;
mod parsers;
mod patterns;
mod pictures;
mod promotions;
mod proxy;
mod releases;
mod runtime;
mod serving;
mod settings;
mod shells;
mod shortcodes;
mod summaries;
mod told_once;
mod tutorial;
mod watch;

/// A file that nobody names here would not be run.
#[test]
fn every_file_of_this_folder_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .filter(|name| name != "main")
    {
        assert!(
            include_str!("main.rs").contains(&format!("\nmod {name};\n")),
            "tests/{name}.rs is not run"
        );
    }
}
