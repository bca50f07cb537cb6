//! The notice at the end of each page of a deployed preview: which preview it is, and when it expires.

use crate::query::results::Head;
use crate::template::escape::escape;
use croupier_base::fingerprint::hex;
use croupier_base::path::ASSETS;
use croupier_content::config::options::PreviewNotice;

/// The style sheet of the notice. A file, because the policy of a site forbids inline styles.
pub(crate) const STYLE_SHEET: &str = "\
.croupier-preview{position:sticky;bottom:1rem;z-index:2147483647;box-sizing:border-box;width:fit-content;max-width:calc(100% - 2rem);\
margin:1rem auto;padding:.375rem 1rem;border:1px solid #fff6;border-radius:1.25rem;background:#1f2328;color:#fff;\
font:.875rem/1.4 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
.croupier-preview p{margin:0}
.croupier-preview time{white-space:nowrap}
@media print{.croupier-preview{display:none}}
";

/// Returns the output path of the style sheet.
pub(crate) fn sheet_path() -> String {
    format!("{ASSETS}preview-{}.css", &hex(STYLE_SHEET.as_bytes())[..8])
}

/// Renders the element that loads the style sheet. Empty for a site that is not a deployed preview.
pub(super) fn head_element(site: &Head<'_>) -> String {
    if site.preview.is_none() {
        return String::new();
    }
    format!("\n<link rel=\"stylesheet\" href=\"{}/{}\">", site.base, sheet_path())
}

/// Inserts the notice at the end of the body of a document.
pub(super) fn insert(html: &mut String, preview: &PreviewNotice) {
    let notice = format!(
        "<aside class=\"croupier-preview\" lang=\"en\" dir=\"ltr\" aria-label=\"Preview\"><p>Preview of <b>{}</b>, expires on \
         <time datetime=\"{day}\">{day}</time></p></aside>\n",
        escape(&preview.name),
        day = preview.expires_on,
    );
    // The end tag of the body is optional.
    let end = html.to_ascii_lowercase().rfind("</body").unwrap_or(html.len());
    html.insert_str(end, &notice);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notice_is_at_the_end_of_the_body_and_its_name_is_escaped() {
        let preview =
            PreviewNotice { name: "a<b>".to_owned(), expires_on: "2026-12-24".to_owned() };
        let inserted = |html: &str| {
            let mut html = html.to_owned();
            insert(&mut html, &preview);
            html
        };
        let closed = inserted("<!doctype html><body><p>x</p></BODY></html>");
        assert!(closed.starts_with("<!doctype html><body><p>x</p><aside "), "{closed}");
        assert!(closed.ends_with("</aside>\n</BODY></html>"), "{closed}");
        assert!(closed.contains("Preview of <b>a&lt;b&gt;</b>"), "{closed}");
        assert!(inserted("<p>x").starts_with("<p>x<aside "));
    }
}
