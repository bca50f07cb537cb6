//! `asset`: files under names that change with their content, so that browsers keep them for ever.

use minijinja::Error;
use minijinja::value::Kwargs;

use crate::template::errors::invalid;
use crate::template::functions::Functions;
use croupier_base::address::of_file;
use croupier_base::path::Href;

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
                Err(invalid(
                    "`max_kb` is for files of static/".to_owned(),
                    "take it out".to_owned(),
                ))
            };
        }
        let (copy, file) = self.recorder.static_file(&Href::new(name)).map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| "name it by its address: `asset(\"/site.css\")`".to_owned());
            invalid(format!("there is no file {name}"), hint)
        })?;
        if file.size == 0 {
            return Err(invalid(
                format!("{name} is empty"),
                "fill it, or do not ask for it".to_owned(),
            ));
        }
        #[expect(clippy::cast_precision_loss, reason = "no file of a site has that many bytes")]
        let size = file.size as f64 / 1000.0;
        if let Some(most) = most.filter(|most| size > *most) {
            let message =
                format!("{name} has {size:.1} kB, and {most} are the most that it may have here");
            return Err(invalid(message, "make it smaller, or raise `max_kb`".to_owned()));
        }
        Ok(of_file(&copy))
    }

    /// The address of an asset of the runtime.
    pub(crate) fn of_runtime(&self, name: &str) -> Result<String, Error> {
        let path = self.recorder.asset(name).map_err(|absent| {
            let is_static = self.recorder.static_file(&Href::new(name)).is_ok();
            let hint = is_static.then(|| {
                format!("a file of static/ is named by its address: `asset(\"/{name}\")`")
            });
            let hint = hint.or_else(|| absent.did_you_mean());
            invalid(
                format!("there is no asset `{name}`"),
                hint.unwrap_or_else(|| "look into the runtime's bundle".into()),
            )
        })?;
        Ok(format!("{}/{path}", self.recorder.head().base))
    }
}
