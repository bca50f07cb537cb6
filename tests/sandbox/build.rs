//! Embeds the site's promotions into the program, for use without the site's folder.

#![expect(clippy::disallowed_methods, reason = "build scripts read source files directly")]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Path of the promotions, relative to this package.
const FOLDER: &str = "../../content/data/promotions";

fn main() {
    // Read at run time, because a cached build script can run in another checkout.
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the package folder");
    let folder = Path::new(&package).join(FOLDER);
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of promotions is readable");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the entry is readable").file_name().display().to_string())
        .collect();
    // `max325.fr.toml` has the texts of `max325.toml` in another language.
    names.retain(|name| name.strip_suffix(".toml").is_some_and(|stem| !stem.contains('.')));
    names.sort();
    let content = |name: &String| {
        format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{name}\"))")
    };
    let items: String =
        names.iter().map(|name| format!("(\"{name}\", {}),\n", content(name))).collect();
    let output_folder = env::var_os("OUT_DIR").expect("cargo sets the output folder");
    let file = PathBuf::from(output_folder).join("promotions.rs");
    fs::write(file, format!("[\n{items}]\n")).expect("the output folder is writable");
}
