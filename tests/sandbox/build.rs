//! Takes the promotions of the site's content into the program, so that it knows them where there is no site.

#![expect(clippy::disallowed_methods, reason = "it runs before there is a program")]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where they lie, from the folder of this package.
const FOLDER: &str = "../../content/data/promotions";

fn main() {
    // Asked for when it runs: a folder of builds may have been made elsewhere.
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package");
    let folder = Path::new(&package).join(FOLDER);
    println!("cargo::rerun-if-changed={}", folder.display());
    let folder_entries = fs::read_dir(&folder).expect("the site's promotions can be listed");
    let mut names: Vec<String> = folder_entries
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    let text = |name: &String| {
        format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{name}\"))")
    };
    let listing: String =
        names.iter().map(|name| format!("(\"{name}\", {}),\n", text(name))).collect();
    let out =
        PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder")).join("promotions.rs");
    fs::write(out, format!("[\n{listing}]\n")).expect("the list can be written");
}
