//! Bundles a style sheet with everything that it imports, and lowers its syntax for a set of browsers. Values stay as they are written,
//! unless the browsers do not know them.
//!
//! This is a separate crate because its dependencies are slow to compile, and not every site needs them.

mod imports;
mod masks;

use std::path::Path;

use croupier_extensions::styles::{Bundle, Files, Options, Position, Problem, Styles, Url};
use lightningcss::bundler::Bundler;
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions};
use lightningcss::targets::{Browsers, Features, Targets};
use parcel_sourcemap::SourceMap;

use crate::imports::Sheets;
use crate::masks::Masks;

/// The interface for the engine.
pub const EXTENSION: Styles = Styles { check_targets: |query| browsers(query).map(|_| ()), bundle };

/// Parses a browserslist query.
fn browsers(query: &str) -> Result<Browsers, String> {
    let browsers = Browsers::from_browserslist([query]).map_err(|error| error.to_string())?;
    browsers.ok_or_else(|| "it matches no browser".to_owned())
}

/// Whether a file is written in Sass.
fn is_sass(path: &str) -> bool {
    path.ends_with(".scss") || path.ends_with(".sass")
}

/// Bundles the style sheet at the path `entry`.
fn bundle(entry: &str, files: &dyn Files, options: &Options<'_>) -> Result<Bundle, Problem> {
    let unknown = |file: &str| Position { file: file.to_owned(), line: 0, column: 1 };
    let browsers = options.targets.map(browsers).transpose();
    let browsers = browsers.map_err(|message| Problem::new(message, unknown(entry)))?;
    let targets = Targets { browsers, include: Features::empty(), exclude: Features::LightDark };
    let mut sheets = Sheets::new(Masks::new(targets, options.minify));
    sheets.load_entry(entry, files)?;
    let warnings = std::mem::take(&mut sheets.warnings);

    let mut map = SourceMap::new("/");
    let mut bundler =
        Bundler::new(&sheets, options.source_map.then_some(&mut map), ParserOptions::default());
    let failed = |message: String, loc: Option<(String, u32, u32)>| {
        // The bundler names no file for some errors, which are then those of the entry.
        let (file, line, column) = loc.unwrap_or_default();
        let file = if file.is_empty() { entry.to_owned() } else { file };
        Problem::new(message, sheets.position(&file, line, column))
    };
    let mut sheet = bundler.bundle(Path::new(entry)).map_err(|error| {
        let loc = error.loc.as_ref().map(|it| (it.filename.clone(), it.line + 1, it.column));
        failed(error.kind.to_string(), loc)
    })?;
    sheet.minify(MinifyOptions { targets, ..MinifyOptions::default() }).map_err(|error| {
        let loc = error.loc.as_ref().map(|it| (it.filename.clone(), it.line + 1, it.column));
        failed(error.kind.to_string(), loc)
    })?;
    let printed = sheet.to_css(PrinterOptions {
        minify: options.minify,
        source_map: options.source_map.then_some(&mut map),
        targets,
        ..PrinterOptions::default()
    });
    let printed = printed.map_err(|error| failed(error.kind.to_string(), None))?;

    let urls = sheets.masks.urls.iter().map(|found| Url {
        url: found.url.clone(),
        placeholder: found.placeholder.clone(),
        position: sheets.position_at(&found.file, found.at),
    });
    let urls = urls.collect();

    let css = sheets.masks.restored(&printed.code, options.source_map.then_some(&mut map));
    let source_map = options.source_map.then(|| {
        for (index, path) in map.get_sources().clone().iter().enumerate() {
            if let Some(text) = sheets.originals.get(path).filter(|_| !is_sass(path)) {
                let _ = map.set_source_content(index, text);
            }
        }
        map.to_json(None).ok()
    });
    Ok(Bundle { css, source_map: source_map.flatten(), urls, warnings })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use croupier_extensions::styles::CompiledSass;

    use super::*;

    #[derive(Debug)]
    struct Memory(BTreeMap<&'static str, &'static str>);

    impl Files for Memory {
        fn read(&self, path: &str) -> Option<String> {
            self.0.get(path).map(|text| (*text).to_owned())
        }

        fn compile_sass(&self, path: &str) -> Result<CompiledSass, Problem> {
            panic!("{path} is in no test")
        }
    }

    fn bundled<const N: usize>(
        files: [(&'static str, &'static str); N],
        targets: Option<&str>,
    ) -> Result<Bundle, Problem> {
        let entry = files[0].0;
        let options = Options { targets, minify: true, source_map: true };
        bundle(entry, &Memory(files.into()), &options)
    }

    #[test]
    fn imports_are_bundled_with_their_conditions_and_layers() {
        let files = [
            (
                "styles/site.css",
                "@import \"a.css\" layer(base);\n@import \"./sub/b.css\" print;\nc{color:red}",
            ),
            ("styles/a.css", "a{color:red}"),
            ("styles/sub/b.css", "@import \"../b.css\";b{color:red}"),
            ("styles/b.css", "i{color:red}"),
        ];
        assert_eq!(
            bundled(files, None).unwrap().css,
            "@layer base{a{color:red}}@media print{i{color:red}b{color:red}}c{color:red}"
        );
    }

    #[test]
    fn syntax_is_lowered_and_prefixed_for_the_targets_only() {
        let text = "a{user-select:none;& b{color:red}}";
        assert_eq!(bundled([("a.css", text)], None).unwrap().css, text);
        assert_eq!(
            bundled([("a.css", text)], Some("safari 15")).unwrap().css,
            "a{-webkit-user-select:none;user-select:none}a b{color:red}"
        );
        assert!(browsers("no browser at all").is_err());
    }

    #[test]
    fn errors_have_the_position_in_the_file_that_causes_them() {
        let imported =
            [("styles/site.css", "@import \"a.css\";"), ("styles/a.css", "a{}\nb{ color red }")];
        let error = bundled(imported, None).unwrap_err();
        assert!(error.to_string().starts_with("styles/a.css:2:"), "{error}");
        let missing = bundled([("styles/site.css", "@import \"x.css\";")], None).unwrap_err();
        assert_eq!(missing.to_string(), "styles/site.css:1:1: there is no file `x.css`");
    }

    #[test]
    fn urls_have_placeholders_and_positions() {
        let files = [
            ("styles/site.css", "@import \"sub/a.css\";"),
            ("styles/sub/a.css", "a{}\nb{background:url(b.png)}"),
        ];
        let bundle = bundled(files, None).unwrap();
        let [url] = &bundle.urls[..] else { panic!("{:?}", bundle.urls) };
        assert_eq!(
            (url.url.as_str(), url.position.file.as_str(), url.position.line),
            ("b.png", "styles/sub/a.css", 2)
        );
        assert!(bundle.css.contains(&url.placeholder));
        assert!(bundle.source_map.unwrap().contains("styles/sub/a.css"));
    }
}
