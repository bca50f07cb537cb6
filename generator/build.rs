//! Passes the commit that the program is built from to the compiler; `--version` prints it. Release builds set the variable
//! `CROUPIER_COMMIT`, and a package of this crate has the commit in a file.

#![expect(clippy::disallowed_methods, reason = "reads the package's own metadata")]

use std::path::Path;
use std::{env, fs};

/// The file that `cargo package` adds.
const METADATA: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rerun-if-env-changed=CROUPIER_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // The compiler does not know that the program contains the files of this folder.
    println!("cargo::rerun-if-changed=editor");
    // Cargo runs this program for each build if a file that it names is missing.
    if Path::new(METADATA).is_file() {
        println!("cargo::rerun-if-changed={METADATA}");
    }
    let packaged = || commit(&fs::read_to_string(METADATA).ok()?);
    if let Some(commit) = env::var("CROUPIER_COMMIT").ok().or_else(packaged) {
        println!("cargo::rustc-env=CROUPIER_COMMIT={commit}");
    }
}

/// Returns the commit in the metadata of a package: `{"git": {"sha1": "..."}}`.
fn commit(metadata: &str) -> Option<String> {
    let (_, rest) = metadata.split_once("\"sha1\"")?;
    Some(rest.split('"').nth(1)?.to_owned())
}
