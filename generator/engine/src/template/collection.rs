//! Data files of one folder as a list: `collection`, which of its entries have begun and are not over (`current`), and how a
//! template says that one of them is wrong (`wrong`).

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, State, context};

use crate::template::emitted::emitted;
use crate::template::errors::invalid;
use crate::template::formats::timestamp;
use crate::template::functions::Functions;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;

impl Functions {
    /// The data files of a folder in `content/data/` by name, each with what it holds and `id`, its name in the folder.
    pub(crate) fn collection(&self, folder: &str) -> Result<Value, Error> {
        let files = self.recorder.collection(folder).map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| format!("make a data file in content/data/{folder}/"));
            invalid(format!("there is no data in `{folder}`"), hint)
        })?;
        let entries = files.into_iter().map(|(name, data)| {
            if data.shown.kind() != ValueKind::Map {
                let hint = "a file of a collection is one table; ask for a list by its own name";
                return Err(invalid(
                    format!("content/data/{folder}/{name} holds no table"),
                    hint.to_owned(),
                ));
            }
            Ok(context! { id => name, ..data.shown.clone() })
        });
        entries.collect::<Result<Vec<_>, _>>().map(|entries| entries.into_iter().collect())
    }

    /// Those of a list that have begun and are not over, by the moments in their `starts` and `expires`; one that says
    /// nothing of a moment has no such end. With drafts all of them. The moments are noted, so that the site is built again
    /// when the first of them comes.
    pub(crate) fn current(&self, list: &Value, options: &Kwargs) -> Result<Value, Error> {
        let starts: Option<String> = options.get("starts")?;
        let expires: Option<String> = options.get("expires")?;
        options.assert_all_used()?;
        let (starts, expires) = (
            starts.unwrap_or_else(|| "starts".into()),
            expires.unwrap_or_else(|| "expires".into()),
        );
        let mut current = Vec::new();
        for entry in list.try_iter()? {
            let has_begun = self.has_come(&entry, &starts)?.unwrap_or(true);
            let is_over = self.has_come(&entry, &expires)?.unwrap_or(false);
            if self.recorder.has_drafts() || has_begun && !is_over {
                current.push(entry);
            }
        }
        Ok(current.into_iter().collect())
    }

    /// Whether the moment has come that stands in a field; nothing where the entry has no such field.
    fn has_come(&self, entry: &Value, field: &str) -> Result<Option<bool>, Error> {
        let value = entry.get_attr(field)?;
        if value.is_undefined() || value.is_none() {
            return Ok(None);
        }
        let moment = timestamp(value.as_str().unwrap_or_default())?;
        Ok(Some(self.recorder.has_come(moment)))
    }

    /// Notes that a value of a data file is wrong, with its place there, and goes on: `path` leads to it by keys and list
    /// places, such as `methods.1.maximum`. The build fails and tells everything that was noted.
    pub(crate) fn wrong(
        &self,
        state: &mut State,
        name: &str,
        path: &str,
        problem: &str,
        options: &Kwargs,
    ) -> Result<(), Error> {
        let hint: Option<String> = options.get("hint")?;
        let meant: Option<String> = options.get("meant")?;
        let known: Option<Vec<String>> = options.get("known")?;
        options.assert_all_used()?;
        let data = self.data(name)?;
        let known = known.unwrap_or_default();
        let names = || known.iter().map(String::as_str);
        let meant = meant.and_then(|meant| {
            did_you_mean(&meant, names())
                .or_else(|| Some(format!("there are {}", known.join(", "))))
        });
        let found = Diagnostic::error(Code::DataRefused, format!("`{path}` {problem}"))
            .at(data.place(path));
        emitted(state).found.push(match hint.or(meant) {
            Some(hint) => found.hint(hint),
            None => found,
        });
        Ok(())
    }
}
