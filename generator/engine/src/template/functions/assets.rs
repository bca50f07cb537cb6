//! Functions for static files, style sheets, images and assets of the runtime: `asset`, `inline_style`, `style`, `image_size`.

use std::borrow::Cow;

use minijinja::value::{Kwargs, Serde, Value};
use minijinja::{Error, State};

use crate::query::site_queries::SheetText;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::used_assets::used_assets;
use croupier_base::path::Href;
use croupier_base::url::{self, file_url};

impl Functions {
    /// `asset(name, max_kb=...)`: returns the URL path of a file whose name changes with its
    /// content, so that browsers can cache it forever.
    ///
    /// `name` is the URL path of a static file, which starts with a slash, the path of a file next to the page, which starts with `./`, or
    /// the name of an asset of the runtime. A static file of more than `max_kb` kilobytes (of 1,000 bytes) is an error.
    pub(super) fn asset(
        &self,
        state: &State,
        name: &str,
        options: &Kwargs,
    ) -> Result<String, Error> {
        let max_kb: Option<f64> = options.get("max_kb")?;
        options.assert_all_used()?;

        if !name.starts_with('/') && !name.starts_with("./") {
            return if max_kb.is_none() {
                self.runtime_asset(name)
            } else {
                Err(function_error("`max_kb` is for files of static/", "remove it"))
            };
        }

        let name = &*self.file_name(state, name);
        let (copy, file) = self.recorder.static_file(&Href::new(name)).map_err(|missing| {
            let hint = self
                .page_asset_hint(state, name)
                .or_else(|| missing.did_you_mean())
                .unwrap_or_else(|| "write its URL path: `asset(\"/site.css\")`".to_owned());
            function_error(format!("there is no file {name}"), hint)
        })?;

        if file.size == 0 {
            return Err(function_error(
                format!("{name} is empty"),
                "add its content, or remove this call",
            ));
        }

        #[expect(clippy::cast_precision_loss, reason = "file sizes are far below 2^52 bytes")]
        let size_kb = file.size as f64 / 1000.0;
        if let Some(limit) = max_kb.filter(|limit| size_kb > *limit) {
            let message = format!("{name} has {size_kb:.1} kB, but `max_kb` allows only {limit}");
            return Err(function_error(message, "make it smaller, or raise `max_kb`"));
        }

        Ok(file_url(&copy))
    }

    /// `inline_style(path)`: returns a style sheet of `[styles]` as a `<style>` element, which the policy of the site allows.
    pub(super) fn inline_style(&self, path: &str) -> Result<Value, Error> {
        let text = self.recorder.read(SheetText(path.to_owned())).ok_or_else(|| {
            function_error(
                format!("`{path}` is not a style sheet that may be inlined"),
                format!("add it to `[styles]` in site.toml: `inline = [\"{path}\"]`"),
            )
        })?;
        Ok(Value::from_safe_string(format!("<style>{text}</style>")))
    }

    /// `style(name)`: adds a style sheet of the runtime to the page. Outputs nothing.
    pub(super) fn style(&self, state: &mut State, name: &str) -> Result<&'static str, Error> {
        let url = self.runtime_asset(name)?;
        if !url.ends_with(".css") {
            return Err(function_error(
                format!("`{name}` is not a style sheet"),
                "name a style sheet of the runtime: `style(\"home.css\")`",
            ));
        }
        used_assets(state).styles.insert(url);
        Ok("")
    }

    /// `image_size(path)`: returns the `width` and `height` of an image in pixels.
    pub(super) fn image_size(&self, state: &State, path: &str) -> Result<Value, Error> {
        let path = &*self.file_name(state, path);
        let is_name = path.contains(['#', '?', '%']) && self.recorder.has_file(&Href::new(path));
        let url = if is_name { url::file_url(path.trim_start_matches('/')) } else { path.into() };
        let dimensions = self.recorder.image(&Href::new(url)).map_err(|missing| {
            let hint = self
                .page_asset_hint(state, path)
                .or_else(|| missing.did_you_mean())
                .unwrap_or_else(|| "write its URL path: `/images/dice.png`".to_owned());
            function_error(format!("there is no image `{path}` with known dimensions"), hint)
        })?;
        Ok(Value::from(Serde(dimensions)))
    }

    /// Returns the path of a file from its URL, or from its path relative to the content file of the current page.
    pub(super) fn file_name<'a>(&self, state: &State, path: &'a str) -> Cow<'a, str> {
        match self.page_asset(state, path) {
            Some(url) => url::decoded(&url).into_owned().into(),
            None => self.name_of_url(path),
        }
    }

    /// Returns the path of a file from its URL, whose escapes are decoded unless a file has this name. `page.image` has escapes.
    fn name_of_url<'a>(&self, url: &'a str) -> Cow<'a, str> {
        let decoded = url::decoded(url);
        if *decoded == *url || self.recorder.has_file(&Href::new(url)) {
            url.into()
        } else {
            decoded
        }
    }

    /// Returns the URL path of an asset of the runtime.
    fn runtime_asset(&self, name: &str) -> Result<String, Error> {
        let path = self.recorder.asset(name).map_err(|missing| {
            let is_static = self.recorder.static_file(&Href::new(name)).is_ok();
            let hint = if is_static {
                format!("the name of a file in static/ starts with a slash: `asset(\"/{name}\")`")
            } else {
                missing.did_you_mean().unwrap_or_else(|| {
                    "write the name of a file in the runtime's bundle".to_owned()
                })
            };
            function_error(format!("there is no asset `{name}`"), hint)
        })?;
        Ok(format!("{}/{path}", self.recorder.head().base))
    }
}
