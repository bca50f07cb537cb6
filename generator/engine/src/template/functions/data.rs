//! Functions for data files: `collection`, `current`, `static_query`, `file_data`, `wrong`.

use std::cell::RefCell;

use minijinja::value::{Kwargs, Serde, Value, ValueKind};
use minijinja::{Error, State, context};

use crate::query::data::DataFile;
use crate::query::site_queries::TimeReached;
use crate::template::escape::is_json;
use crate::template::function_errors::{function_error, not_a_list};
use crate::template::functions::Functions;
use crate::template::functions::strict::check_defined;
use crate::template::used_assets::{UsedAssets, used_assets};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::SitePath;

/// The folder of templates that produce files other than pages.
const FILES: &str = "pages/files/";

thread_local! {
    /// Paths whose [`Functions::file_data`] is being computed on this thread, outermost first. A
    /// rendering never changes its thread.
    static ACTIVE_FILES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Functions {
    /// `collection(folder)`: returns the data files in a folder of `content/data/`, sorted by name.
    ///
    /// Each item has the fields of the file and `id`, the file's name in the folder.
    pub(super) fn collection(&self, folder: &str) -> Result<Value, Error> {
        let files = self.recorder.collection(folder).map_err(|missing| {
            let hint = missing
                .did_you_mean()
                .unwrap_or_else(|| format!("add a data file to content/data/{folder}/"));
            function_error(format!("there is no data in `{folder}`"), hint)
        })?;
        let entries = files.into_iter().map(|(name, data)| {
            if data.shown.kind() != ValueKind::Map {
                return Err(function_error(
                    format!("content/data/{folder}/{name} is not a table"),
                    "each file of a collection must be one table; read a list by its own name",
                ));
            }
            Ok(context! { id => name, ..data.shown.clone() })
        });
        entries.collect::<Result<Vec<_>, _>>().map(|entries| entries.into_iter().collect())
    }

    /// `list | current(starts="starts", expires="expires")`: returns the entries that have started
    /// and have not expired.
    ///
    /// The options name the fields with the dates. An entry without a start has started, and one
    /// without an end never expires. With drafts, returns all entries. The recorded times ensure
    /// that the site is built again when the first of them is reached.
    pub(super) fn current(
        &self,
        state: &mut State,
        list: &Value,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let starts: Option<String> = options.get("starts")?;
        let expires: Option<String> = options.get("expires")?;
        options.assert_all_used()?;
        let starts = starts.unwrap_or_else(|| "starts".to_owned());
        let expires = expires.unwrap_or_else(|| "expires".to_owned());
        check_defined(state, list)?;

        let mut current = Vec::new();
        for entry in list.try_iter()? {
            let has_started = self.is_reached(&entry, &starts)?.unwrap_or(true);
            let has_expired = self.is_reached(&entry, &expires)?.unwrap_or(false);
            if self.recorder.has_drafts() || has_started && !has_expired {
                current.push(entry);
            }
        }
        Ok(current.into_iter().collect())
    }

    /// Returns whether the build time is at or after the date in a field. None without the field.
    fn is_reached(&self, entry: &Value, field: &str) -> Result<Option<bool>, Error> {
        let date = entry.get_attr(field)?;
        if date.is_undefined() || date.is_none() {
            return Ok(None);
        }
        let seconds = self.timestamp(date.as_str().unwrap_or_default())?;
        // With drafts, no time changes which entries are shown.
        Ok(Some(self.recorder.has_drafts() || self.recorder.read(TimeReached(seconds))))
    }

    /// `static_query(name)`: returns the hash under which a data file is published.
    pub(super) fn static_query(&self, state: &mut State, name: &str) -> Result<String, Error> {
        let hash = &self.data(name)?.hash;
        used_assets(state).queries.insert(name.to_owned(), hash.clone());
        Ok(hash.clone())
    }

    /// `file_data(path)`: returns the content of a JSON file that a template produces.
    ///
    /// `path` is the output path, such as `games.json`. The template is rendered within the current
    /// rendering, so that its reads become reads of the caller.
    pub(super) fn file_data(&self, state: &mut State, path: &str) -> Result<Value, Error> {
        let template = SitePath::new(format!("{FILES}{path}"));

        // The folder is never a template, so that this look-up fails for files other than JSON.
        let looked_up = if is_json(path) { template.clone() } else { SitePath::new(FILES) };
        if let Err(missing) = self.recorder.template(&looked_up) {
            let templates = missing.names();
            let json_files = templates
                .iter()
                .filter_map(|name| name.strip_prefix(FILES))
                .filter(|name| is_json(name));
            let hint = did_you_mean(path, json_files)
                .unwrap_or_else(|| format!("create {FILES}<name>.json, or use an existing one"));
            return Err(function_error(format!("no template makes a JSON file `{path}`"), hint));
        }

        if ACTIVE_FILES.with_borrow(|active| active.iter().any(|file| file == path)) {
            return Err(function_error(
                format!("the file `{path}` depends on its own content"),
                "use another file",
            ));
        }

        ACTIVE_FILES.with_borrow_mut(|active| active.push(path.to_owned()));

        // A file that fails to render must not stay active for the next one.
        let rendered =
            state.env().get_template(&template).and_then(|template| template.render_captured(()));
        ACTIVE_FILES.with_borrow_mut(Vec::pop);

        let rendered = rendered?;
        let used = rendered.state().get_extension::<UsedAssets>().cloned().unwrap_or_default();
        used_assets(state).queries.extend(used.queries);

        // The rendering of the file itself reports the line of the syntax error.
        let json: serde_json::Value =
            serde_json::from_str(&rendered.into_output()).map_err(|error| {
                function_error(
                    format!("`{path}` is not valid JSON: {error}"),
                    format!("fix {template}"),
                )
            })?;

        Ok(Value::from(Serde(&json)))
    }

    /// `wrong(name, path, problem, hint="", meant="", known=[])`: reports an error in a data file
    /// and continues. Outputs nothing.
    ///
    /// `path` locates the value by keys and list indexes, such as `methods.1.maximum`. `meant` is
    /// the value and `known` the allowed ones, for a hint. The build reports all such errors.
    pub(super) fn wrong(
        &self,
        state: &mut State,
        name: &str,
        path: &str,
        problem: &str,
        options: &Kwargs,
    ) -> Result<&'static str, Error> {
        let hint: Option<String> = options.get("hint")?;
        let meant: Option<String> = options.get("meant")?;
        let known: Option<Vec<String>> =
            options.get("known").map_err(|_| not_a_list("known", "[\"basic\"]"))?;
        options.assert_all_used()?;

        let data = self.data(name)?;
        let known = known.unwrap_or_default();

        let suggestion = meant.filter(|_| !known.is_empty()).map(|meant| {
            did_you_mean(&meant, known.iter().map(String::as_str))
                .unwrap_or_else(|| format!("write one of: {}", known.join(", ")))
        });

        let error = Diagnostic::error(Code::DataRefused, format!("`{path}` {problem}"))
            .at(data.place(path));
        used_assets(state).diagnostics.push(
            match hint.filter(|hint| !hint.is_empty()).or(suggestion) {
                Some(hint) => error.hint(hint),
                None => error,
            },
        );

        Ok("")
    }

    /// Returns a data file, or an error if it does not exist.
    pub(super) fn data(&self, name: &str) -> Result<&DataFile, Error> {
        self.recorder.data(name).map_err(|missing| {
            let hint = missing
                .did_you_mean()
                .unwrap_or_else(|| "name a file of content/data without its extension".to_owned());
            function_error(format!("there is no data file `{name}`"), hint)
        })
    }
}
