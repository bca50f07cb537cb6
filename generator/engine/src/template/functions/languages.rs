//! The function `language_url`, which links to a page in another language.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::views::CurrentPage;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route};
use croupier_content::languages::LanguageKey;

impl Functions {
    /// `language_url(language, path=...)`: returns the URL path of a page in a language, or of the home page of that language if the page
    /// is not translated.
    ///
    /// Without `path`, it is that of the current page. Without a language, it is the URL path of `path` in the language of the current page,
    /// or in those that take its place.
    pub(super) fn language_url(
        &self,
        state: &State<'_, '_>,
        language: Option<String>,
        options: &Kwargs,
    ) -> Result<String, Error> {
        let named: Option<String> = options.get("language")?;
        let path: Option<String> = options.get("path")?;
        options.assert_all_used()?;

        match (language.or(named), path) {
            (None, Some(path)) => Ok(self.localized_path(&path)),
            (Some(language), path) => self.path_in(state, &language, path.as_deref()),
            (None, None) => {
                let hint = "write the key of a language, `language_url(\"fr\")`, or the path of a page, `language_url(path=\"/about/\")`";
                Err(function_error("`language_url` needs a language or a path", hint))
            }
        }
    }

    /// Returns the path of the page at a URL path in the language of the current page. The path of a file stays as it is.
    fn localized_path(&self, url: &str) -> String {
        let href = Href::new(url);
        let (path, rest) = href.split_path();
        let page =
            path.starts_with('/').then(|| self.recorder.page(&self.route(path)).ok()).flatten();
        page.flatten().map_or_else(|| url.to_owned(), |page| format!("{}{rest}", page.route))
    }

    fn path_in(
        &self,
        state: &State<'_, '_>,
        language: &str,
        path: Option<&str>,
    ) -> Result<String, Error> {
        let languages = self.recorder.head().languages.0;
        let Some(language) = languages.find(LanguageKey::new(language)) else {
            let keys: Vec<&str> = languages.iter().map(|it| it.key.as_str()).collect();
            let hint = did_you_mean(language, keys.iter().copied()).unwrap_or_else(|| {
                if languages.is_multiple() {
                    format!("write one of {}", keys.join(", "))
                } else {
                    format!("declare it in site.toml: `[languages.{language}]`")
                }
            });
            return Err(function_error(format!("there is no language `{language}`"), hint));
        };

        let href = path.map(Href::new);
        let (path, end) = href.as_ref().map_or(("", ""), Href::split_path);
        let route = if path.is_empty() {
            // A slice has no page.
            state.lookup("page").as_ref().and_then(route_of)
        } else {
            let route = self.route(path);
            let page = self.recorder.page(&route).ok().flatten();
            Some(page.map_or(route, |page| page.route.clone()))
        };
        let versions = route.map(|route| self.recorder.translations(&route)).unwrap_or_default();
        let version = versions.into_iter().find(|page| page.language == language.key);
        Ok(version.map_or_else(|| language.localized("/"), |page| format!("{}{end}", page.route)))
    }
}

fn route_of(page: &Value) -> Option<Route> {
    page.downcast_object_ref::<CurrentPage>().map(|page| page.route().clone())
}
