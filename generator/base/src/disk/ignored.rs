//! Files of content/ that nothing is made of, or something else than was meant: they are told, so that nobody waits for them.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::path::SitePath;
use crate::syntax::data;

/// What to do with a file that is not understood; `None` where it is.
pub fn hint(path: &SitePath) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let kind = name.rsplit_once('.').map(|(_, kind)| kind.to_lowercase()).unwrap_or_default();
    let is_data = path.starts_with("content/data/");
    if is_data {
        let is_known = data::name(path).is_some() || data::schema_name(path).is_some();
        return (!is_known)
            .then(|| "data is TOML, YAML, JSON or CSV; anything else belongs beside this folder, not into it".to_owned());
    }
    match kind.as_str() {
        "md" if name == "_index.md" => {
            Some(format!("the page of a folder is {folder}/index.md; rename it"))
        }
        "md" if path.ends_with(".md") => None,
        "md" | "markdown" | "mdown" | "mdx" => {
            Some("a page is a file whose name ends with `.md`; rename it".to_owned())
        }
        "toml" | "yaml" | "yml" => Some(
            "data lies in content/data/; what readers shall download lies in static/".to_owned(),
        ),
        _ if ["_redirects", "_headers"].contains(&name) => {
            Some("hosts read it from the top: put it into static/".to_owned())
        }
        // It may be a page as it was before, or one that is a draft.
        _ if ["bak", "orig", "rej"].contains(&&*kind)
            || name.contains(".md.")
            || name.contains(".md~") =>
        {
            Some("an editor or git left it; delete it".to_owned())
        }
        _ if ["Thumbs.db", "desktop.ini"].contains(&name) => {
            Some("a system left it; delete it".to_owned())
        }
        // It is published beside its page.
        _ => None,
    }
}

/// Whether a page is made of a file that is warned of nevertheless.
pub fn is_told(path: &SitePath) -> bool {
    hint(path).is_some()
}

/// Whether a file of content/ is published as it is, if it belongs to a page.
pub fn is_published(path: &SitePath) -> bool {
    path.starts_with("content/")
        && !path.starts_with("content/data/")
        && !path.ends_with(".md")
        && hint(path).is_none()
}

/// The warning of a file of which nothing is made.
pub fn warning(path: &SitePath) -> Diagnostic {
    Diagnostic::warning(Code::FileIgnored, format!("nothing is made of {path}")).in_file(path)
}
