//! Files of content/ that nothing is made of, or something else than was meant: they are told, so that nobody waits for them.

use crate::source::data;

/// What to do with a file that is not understood; `None` where it is.
pub(crate) fn hint(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let kind = name.rsplit_once('.').map(|(_, kind)| kind.to_lowercase()).unwrap_or_default();
    let is_data = path.starts_with("content/data/");
    if is_data {
        let is_known = data::name(path).is_some() || data::schema_name(path).is_some();
        return (!is_known)
            .then(|| "data is TOML, YAML, JSON or CSV; anything else belongs beside this folder, not into it".to_owned());
    }
    match kind.as_str() {
        "md" if name == "_index.md" => Some(format!("the page of a folder is {folder}/index.md; rename it")),
        "md" if path.ends_with(".md") => None,
        "md" | "markdown" | "mdown" | "mdx" => Some("a page is a file whose name ends with `.md`; rename it".to_owned()),
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "svg" | "mp4" | "webm" | "pdf" => {
            Some(format!("put it into static/, and write its address from there: `/images/{name}`"))
        }
        "toml" | "json" | "csv" | "yaml" | "yml" => Some("data lies in content/data/".to_owned()),
        _ => Some("pages are files whose names end with `.md`; what is to be published as it is lies in static/".to_owned()),
    }
}

/// Whether a page is made of a file that is warned of nevertheless.
pub(crate) fn is_told(path: &str) -> bool {
    hint(path).is_some()
}
