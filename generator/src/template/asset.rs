//! `asset`: files under names that change with their content, so that browsers keep them for ever.

use minijinja::Error;
use minijinja::value::Kwargs;

use crate::source::address::encoded;
use crate::template::errors::invalid;
use crate::template::functions::Functions;

impl Functions {
    /// The address of an asset of the runtime, by its name, or of a copy of a file of static/, by its address, which begins with
    /// a slash. With `max_kb` one that has more thousands of bytes is an error.
    pub(crate) fn asset(&self, name: &str, options: &Kwargs) -> Result<String, Error> {
        let most: Option<f64> = options.get("max_kb")?;
        options.assert_all_used()?;
        if !name.starts_with('/') {
            return if most.is_none() {
                self.of_runtime(name)
            } else {
                Err(invalid("`max_kb` is for files of static/".to_owned(), "take it out".to_owned()))
            };
        }
        let (copy, file) = self.recorder.static_file(name).map_err(|absent| {
            let hint = absent.did_you_mean().unwrap_or_else(|| "name it by its address: `asset(\"/site.css\")`".to_owned());
            invalid(format!("there is no file static{name}"), hint)
        })?;
        if file.size == 0 {
            return Err(invalid(format!("static{name} is empty"), "fill it, or do not ask for it".to_owned()));
        }
        #[expect(clippy::cast_precision_loss, reason = "no file of a site has that many bytes")]
        let size = file.size as f64 / 1000.0;
        if let Some(most) = most.filter(|most| size > *most) {
            let message = format!("static{name} has {size:.1} kB, and {most} are the most that it may have here");
            return Err(invalid(message, "make it smaller, or raise `max_kb`".to_owned()));
        }
        Ok(encoded(&format!("/{copy}")))
    }

    /// The address of an asset of the runtime.
    pub(crate) fn of_runtime(&self, name: &str) -> Result<String, Error> {
        let path = self.recorder.asset(name).map_err(|absent| {
            let is_static = self.recorder.static_file(name).is_ok();
            let hint = is_static.then(|| format!("a file of static/ is named by its address: `asset(\"/{name}\")`"));
            let hint = hint.or_else(|| absent.did_you_mean());
            invalid(format!("there is no asset `{name}`"), hint.unwrap_or_else(|| "look into the runtime's bundle".into()))
        })?;
        Ok(format!("{}/{path}", self.recorder.head().base))
    }
}

/// Whether a template can ask for copies of files of static/: it calls `asset` with something else than the name of an asset of
/// the runtime, or speaks of it in another way, or of `picture` otherwise than in a tag or an address.
pub(crate) fn may_ask_for_copies(template: &str) -> bool {
    let mut calls = template.match_indices("asset").map(|(at, name)| template[at + name.len()..].trim_start());
    let is_of_runtime = |call: &str| {
        let name = call.strip_prefix('(').and_then(|it| it.trim_start().strip_prefix(['"', '\'']));
        name.is_some_and(|name| name.starts_with(|it: char| it.is_ascii_alphanumeric()))
    };
    let mut pictures = template.match_indices("picture").map(|(at, _)| &template[..at]);
    calls.any(|call| !is_of_runtime(call)) || pictures.any(|before| !before.ends_with(['<', '/']))
}

#[cfg(test)]
mod tests {
    use super::may_ask_for_copies;

    #[test]
    fn a_template_that_names_assets_of_the_runtime_alone_asks_for_no_copies() {
        for template in ["{{ asset(\"art.svg\") }}", "{{ asset( 'a.css' ) }}", "plain", "<picture></picture>"] {
            assert!(!may_ask_for_copies(template), "{template}");
        }
        for template in ["{{ asset(\"/site.css\") }}", "{{ asset(path) }}", "{{ asset(\"\" ~ x) }}", "{% set find = asset %}"] {
            assert!(may_ask_for_copies(template), "{template}");
        }
        assert!(may_ask_for_copies("{{ picture(\"/a.png\", alt=\"\") }}"));
    }
}
