//! Warns about base layouts that show something of the page where client-side navigation does not replace it.

use crate::query::inputs::TemplateTexts;
use crate::template::environment::Templates;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_content::config::settings::Settings;

/// Returns a warning for each place in a base layout that makes pages differ outside of `<main>`, slices and regions. Only sites with a
/// runtime have client-side navigation.
pub(super) fn page_in_shell(
    settings: &Settings,
    templates: &Templates,
    texts: &TemplateTexts,
) -> Vec<Diagnostic> {
    if settings.runtime.is_none() {
        return Vec::new();
    }
    let located = templates.page_uses().filter_map(|it| {
        let text = texts.get(&it.path)?;
        let location = Location::new(it.path.as_str(), text.clone(), it.range.clone());
        let name = &text[it.range.clone()];
        let message = format!("`{name}` makes pages differ outside of `<main>`, so that each click loads a document");
        let hint = "add `data-region=\"NAME\"` to the element around it: a click then replaces its content, too. \
                    What is the same on all pages can be in a slice";
        Some(Diagnostic::warning(Code::PageInShell, message).at(location).hint(hint))
    });
    located.collect()
}
