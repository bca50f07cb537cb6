//! Names of files that no build looks at: what editors and systems leave behind.

/// Names with a dot before them that hosts look for.
const PUBLISHED: [&str; 3] = [".well-known", ".nojekyll", ".htaccess"];

/// Whether a build looks at a file of this name: not what editors and systems leave behind.
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && !PUBLISHED.contains(&name)
        || name.starts_with('#') && name.ends_with('#')
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
        // vim tries whether it can write a folder; office programs and JetBrains' editors keep these while they write.
        || name == "4913"
        || name.starts_with("~$")
        || name.contains("___jb_")
}
