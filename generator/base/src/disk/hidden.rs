//! Recognizes hidden and temporary files of editors and operating systems, which builds ignore.

/// Names with a leading dot that are published because hosts look for them.
const PUBLISHED: [&str; 3] = [".well-known", ".nojekyll", ".htaccess"];

/// Whether builds ignore a file or folder of this name.
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && !PUBLISHED.contains(&name)
        || name.starts_with('#') && name.ends_with('#')
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
        // vim creates `4913` to test whether it can write to a folder. Office programs and
        // JetBrains editors create the other two while they write.
        || name == "4913"
        || name.starts_with("~$")
        || name.contains("___jb_")
}
