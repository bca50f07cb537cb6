//! Bundles a style sheet with everything that it imports, lowers its syntax for a set of browsers, and compiles Sass.
//!
//! This is a separate crate because its dependencies are slow to compile, and not every site needs them.

mod imports;
#[cfg(feature = "sass")]
mod sass;

use std::path::Path;

use croupier_extensions::styles::{Bundle, Files, Options, Problem, Styles, Url};
use lightningcss::bundler::Bundler;
use lightningcss::dependencies::{Dependency, DependencyOptions};
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions};
use lightningcss::targets::Browsers;
use parcel_sourcemap::SourceMap;

use crate::imports::{Sheets, position};

/// The interface for the engine.
pub const EXTENSION: Styles = Styles {
    check_targets: |query| browsers(query).map(|_| ()),
    bundle,
    has_sass: cfg!(feature = "sass"),
};

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
    let mut sheets = Sheets::default();
    sheets.load(entry, files)?;
    let warnings = std::mem::take(&mut sheets.warnings);
    let mut map = SourceMap::new("/");
    let mut bundler =
        Bundler::new(&sheets, options.source_map.then_some(&mut map), ParserOptions::default());
    let failed = |message: String, loc: Option<(String, u32, u32)>| {
        let (file, line, column) = loc.unwrap_or_else(|| (entry.to_owned(), 0, 1));
        Problem { message, position: position(file, line, column) }
    };
    let mut sheet = bundler.bundle(Path::new(entry)).map_err(|error| {
        let loc = error.loc.as_ref().map(|it| (it.filename.clone(), it.line + 1, it.column));
        failed(error.kind.to_string(), loc)
    })?;
    let targets = options.targets.map(browsers).transpose();
    let targets = targets.map_err(|message| failed(message, None))?.into();
    sheet.minify(MinifyOptions { targets, ..MinifyOptions::default() }).map_err(|error| {
        let loc = error.loc.as_ref().map(|it| (it.filename.clone(), it.line + 1, it.column));
        failed(error.kind.to_string(), loc)
    })?;
    let printed = sheet.to_css(PrinterOptions {
        minify: options.minify,
        source_map: options.source_map.then_some(&mut map),
        targets,
        analyze_dependencies: Some(DependencyOptions { remove_imports: false }),
        ..PrinterOptions::default()
    });
    let printed = printed.map_err(|error| failed(error.kind.to_string(), None))?;
    let urls = printed.dependencies.unwrap_or_default().into_iter().map(|dependency| {
        let (url, placeholder, loc) = match dependency {
            Dependency::Url(it) => (it.url, it.placeholder, it.loc),
            Dependency::Import(it) => (it.url, it.placeholder, it.loc),
        };
        let position = position(loc.file_path, loc.start.line, loc.start.column);
        Url { url, placeholder, position }
    });
    let urls = urls.collect();
    let source_map = options.source_map.then(|| map.to_json(None).ok()).flatten();
    Ok(Bundle { css: printed.code, source_map, urls, warnings })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug)]
    struct Memory(BTreeMap<&'static str, &'static str>);

    impl Files for Memory {
        fn read(&self, path: &str) -> Option<String> {
            self.0.get(path).map(|text| (*text).to_owned())
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

    #[cfg(feature = "sass")]
    #[test]
    fn sass_is_compiled_with_its_partials_and_reports_positions() {
        let files = [
            ("styles/site.scss", "@use \"colors\";\na { b { color: colors.$main } }"),
            ("styles/_colors.scss", "$main: red;"),
        ];
        assert_eq!(bundled(files, None).unwrap().css, "a b{color:red}");
        let broken = [("styles/site.scss", "a {\n  color: $none;\n}")];
        let error = bundled(broken, None).unwrap_err();
        assert!(
            error.to_string().starts_with("styles/site.scss:2:10: Undefined variable"),
            "{error}"
        );
    }
}
