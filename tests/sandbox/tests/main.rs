//! Integration tests of the sandbox in one binary, so that it is linked once. Each file is a topic.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a panic is the failure of a test, and tests use real folders"
)]

mod account;
mod business_rules;
mod common;
mod concurrency;
mod contract;
mod coupon_lifecycle;
mod coupons;
mod database;
mod documentation;
mod external_origin;
mod external_services;
mod fuzz;
mod games;
mod host_guard;
mod invalid_requests;
mod ledger;
mod lost_responses;
mod malformed_input;
mod opening;
mod program;
mod promotions;
mod recovery;
mod rewards;
mod seed;
mod signup;
mod states;

/// A file without a `mod` item here is not compiled, so its tests would not run.
#[test]
fn every_test_file_is_compiled() {
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
            "tests/{name}.rs is not compiled"
        );
    }
}
