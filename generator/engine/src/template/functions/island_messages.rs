//! The messages of islands: those that the code of an island names, in the language of the page.

use std::collections::BTreeMap;

use iso_currency::Currency;
use minijinja::Error;
use serde_json::Value as Json;

use crate::island::island_files::MessageCall;
use crate::query::results::Island;
use crate::template::function_errors::{coded_error, error_in_component};
use crate::template::functions::Functions;
use crate::template::functions::format::DEFAULT_CURRENCY;
use crate::template::functions::islands::shortened;
use crate::template::functions::messages::unknown_message;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_content::messages::catalog::Message;
use croupier_content::messages::table::{TableSettings, table};

impl Functions {
    /// Returns the messages of an island for its attribute and for the renderer: a table for each language that has some of them. `None` if
    /// it names no messages.
    pub(super) fn island_messages(
        &self,
        name: &str,
        island: &Island<'_>,
        props: &Json,
    ) -> Result<Option<Json>, Error> {
        let calls = &island.files.messages;
        if calls.is_empty() {
            return Ok(None);
        }

        // The languages in the order of their first message.
        let mut languages: Vec<&str> = Vec::new();
        let mut messages: BTreeMap<&str, (&str, Message<'_>)> = BTreeMap::new();
        for call in calls {
            let found = self.recorder.message(&call.key);
            let (language, message) = found.map_err(|missing| {
                let (text, hint) = unknown_message(&self.recorder, &call.key, &missing);
                error_at_call(name, island, props, call, (Code::MessageUnknown, text, hint))
            })?;
            self.check_arguments(call, language, &message)
                .map_err(|problem| error_at_call(name, island, props, call, problem))?;
            if !languages.contains(&language) {
                languages.push(language);
            }
            messages.insert(&call.key, (language, message));
        }

        let tables = languages.into_iter().map(|language| {
            let of_language = messages.values().filter(|(of, _)| *of == language);
            let of_language: Vec<&Message<'_>> = of_language.map(|(_, it)| it).collect();
            self.message_table(language, &of_language)
        });
        Ok(Some(tables.collect()))
    }

    fn message_table(&self, language: &str, messages: &[&Message<'_>]) -> Json {
        let site_currency = self.setting("currency").as_deref().and_then(Currency::from_code);
        let default = || Currency::from_code(DEFAULT_CURRENCY).expect("the default is a currency");
        let zone = self.setting("time_zone");
        let settings = TableSettings {
            tag: self.recorder.tag_of(language),
            currency: site_currency.unwrap_or_else(default),
            site_currency,
            time_zone: zone.as_deref(),
        };
        table(messages, settings)
    }

    /// Returns the code, the message and the hint about arguments that a call lacks, or that no language reads.
    fn check_arguments(
        &self,
        call: &MessageCall,
        language: &str,
        message: &Message<'_>,
    ) -> Result<(), (Code, String, String)> {
        let Some(given) = &call.arguments else { return Ok(()) };
        let key = &call.key;
        let place = || self.recorder.message_place(language, key);

        let mut missing =
            message.arguments.iter().filter(|name| !given.iter().any(|it| it == *name));
        if let Some(name) = given.iter().find(|name| !message.arguments.contains(name.as_str())) {
            let hint = did_you_mean(name, missing.copied()).unwrap_or_else(|| {
                format!(
                    "remove it, or write `{{ ${name} }}` in the message, which is in {}",
                    place()
                )
            });
            let text = format!("the message `{key}` has no argument `{name}`");
            return Err((Code::MessageArguments, text, hint));
        }
        // Another language may read it, so that a page in that language needs it.
        if let Some(name) = missing.next() {
            let hint =
                format!("write `t(\"{key}\", {{ {name}: ... }})`; the message is in {}", place());
            let text = format!("the message `{key}` needs the argument `{name}`");
            return Err((Code::MessageArguments, text, hint));
        }
        Ok(())
    }
}

/// Returns the error of a call in the code of an island.
fn error_at_call(
    name: &str,
    island: &Island<'_>,
    props: &Json,
    call: &MessageCall,
    (code, message, hint): (Code, String, String),
) -> Error {
    let Some(place) = island.place_of(call) else { return coded_error(code, message, hint) };
    let step = ChainStep::Island { name: name.to_owned(), props: shortened(props) };
    error_in_component(Diagnostic::error(code, message).at(place).hint(hint), vec![step])
}
