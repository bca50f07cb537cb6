//! Renders the icons of the site and the colour of the browser, as `[head]` of site.toml declares them.

use crate::query::recorder::Recorder;
use crate::template::escape::escape;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::Href;
use croupier_content::config::head::{HeadOptions, ICO, TOUCH_ICON, ThemeColor};

/// Renders the links to the icons, and the colour of the browser. The error names an icon that does not exist.
pub(super) fn render(
    recorder: &Recorder,
    options: &HeadOptions,
) -> Result<String, Box<Diagnostic>> {
    let mut html = String::new();
    if let Some(favicon) = &options.favicon {
        let url = format!("/{}", favicon.trim_start_matches('/'));
        if !recorder.has_file(&Href::new(url.as_str())) {
            let message = format!("there is no favicon `{favicon}`");
            let error = Diagnostic::error(Code::SiteTable, message)
                .at(recorder.setting_place(&["head", "favicon"]))
                .hint(format!("add the file static{url}, or remove `favicon`"));
            return Err(Box::new(error));
        }

        // With `sizes`, browsers that support SVG icons prefer them to this one.
        let has_icon = |name: &str| recorder.has_file(&Href::new(format!("/{name}")));
        if url[1..] != *ICO && has_icon(ICO) {
            html.push_str(&format!("\n<link rel=\"icon\" href=\"/{ICO}\" sizes=\"32x32\">"));
        }

        let media_type = mime_guess::from_path(&url).first_or_octet_stream();
        let url = escape(&url).into_owned();
        html.push_str(&format!("\n<link rel=\"icon\" href=\"{url}\" type=\"{media_type}\">"));
        if has_icon(TOUCH_ICON) {
            html.push_str(&format!("\n<link rel=\"apple-touch-icon\" href=\"/{TOUCH_ICON}\">"));
        }
    }

    let mut push_color = |color: &str, media: &str| {
        let color = escape(color);
        html.push_str(&format!("\n<meta name=\"theme-color\" content=\"{color}\"{media}>"));
    };

    match &options.theme_color {
        Some(ThemeColor::Always(color)) => push_color(color, ""),
        Some(ThemeColor::ByScheme { light, dark }) => {
            push_color(light, " media=\"(prefers-color-scheme: light)\"");
            push_color(dark, " media=\"(prefers-color-scheme: dark)\"");
        }
        None => {}
    }

    Ok(html)
}
