//! Integration tests of the sandbox in one binary, so that it is linked once. Each file is a topic.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests state what they expect, and look at real folders"
)]

mod account;
mod at_once;
mod common;
mod contract;
mod coupon_life;
mod coupons;
mod database;
mod documented;
mod fences;
mod fuzz;
mod games;
mod hostile;
mod kept_words;
mod lost_answers;
mod mistakes;
mod money;
mod opening;
mod outside;
mod program;
mod promotions;
mod recovery;
mod rewards;
mod second_port;
mod seed;
mod signup;
mod states;

/// A file without a `mod` item here is not compiled, so its tests would not run.
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
