//! Files that builds ignore: hidden and temporary files, and warnings about files in content/ that are probably misplaced.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::path::SitePath;
use crate::syntax::data;

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

/// Returns a hint for a file that is probably misplaced or misnamed; `None` for a valid file.
pub fn hint(path: &SitePath) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    let extension = extension.unwrap_or_default();

    if path.starts_with("content/data/") {
        let is_data = data::name(path).is_some() || data::schema_name(path).is_some();
        let hint = "data files are TOML, YAML, JSON or CSV; move other files out of content/data/";
        return (!is_data).then(|| hint.to_owned());
    }

    match extension.as_str() {
        "md" if name == "_index.md" => {
            Some(format!("the page of a folder is {folder}/index.md; rename it"))
        }
        "md" if is_translation(name) => Some(format!(
            "declare the language in site.toml, such as `[languages.fr]`; the page of a folder is {folder}/index.md"
        )),
        "md" if path.ends_with(".md") => None,
        "md" | "markdown" | "mdown" | "mdx" => {
            Some("a page is a file whose name ends with `.md`; rename it".to_owned())
        }
        "toml" | "yaml" | "yml" => {
            Some("move data to content/data/, or a file for download to static/".to_owned())
        }
        _ if ["_redirects", "_headers"].contains(&name) => {
            Some("hosts read this file from the root of the site; move it to static/".to_owned())
        }
        // A backup may contain an earlier version of a page, or a draft.
        _ if ["bak", "orig", "rej"].contains(&&*extension)
            || name.contains(".md.")
            || name.contains(".md~") =>
        {
            Some("this is a leftover of an editor or git; delete it".to_owned())
        }
        _ if ["Thumbs.db", "desktop.ini"].contains(&name) => {
            Some("this is a leftover of the operating system; delete it".to_owned())
        }
        // Other files are page assets.
        _ => None,
    }
}

/// Whether a name is that of a translated page of a folder in other generators: `index.de.md`.
fn is_translation(name: &str) -> bool {
    let language = name.strip_prefix("index.").and_then(|rest| rest.strip_suffix(".md"));
    language.is_some_and(|it| {
        (2..=7).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphabetic() || it == b'-')
    })
}

/// Whether there is a warning about the file.
pub fn has_warning(path: &SitePath) -> bool {
    hint(path).is_some()
}

/// Whether a file in content/ is an asset, which is published unchanged if it belongs to a page.
pub fn is_published(path: &SitePath) -> bool {
    path.starts_with("content/")
        && !path.starts_with("content/data/")
        && !path.ends_with(".md")
        && !is_extra_schema(path)
        && hint(path).is_none()
}

/// Whether a file in content/ is a schema of the table `extra` of the pages around it.
pub fn is_extra_schema(path: &SitePath) -> bool {
    path.ends_with("/extra.schema.json")
        && path.starts_with("content/")
        && !path.starts_with("content/data/")
}

/// Returns the folder whose pages a schema of the table `extra` describes; `None` for other files.
pub fn extra_schema_folder(path: &SitePath) -> Option<&str> {
    is_extra_schema(path).then(|| path.folder())?
}

/// Returns the warning about an ignored file.
pub fn warning(path: &SitePath) -> Diagnostic {
    Diagnostic::warning(Code::FileIgnored, format!("{path} is ignored")).in_file(path)
}
