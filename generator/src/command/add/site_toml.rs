//! Adds settings to site.toml. Comments, order and format stay as they are.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use crate::command::add::changes::{Changes, unusable};
use crate::command::failure::Failure;
use croupier_content::config::layers::SITE;

/// A byte order mark, which some editors write.
const MARK: char = '\u{feff}';

/// The settings of a site.
pub(super) struct SiteToml {
    document: DocumentMut,
    has_mark: bool,
    has_carriage_returns: bool,
    /// The settings that were added.
    added: Vec<String>,
}

impl SiteToml {
    /// Reads site.toml.
    pub(super) fn read(changes: &Changes<'_>) -> Result<SiteToml, Failure> {
        let text = changes.text(SITE)?.unwrap_or_default();
        let (has_mark, has_carriage_returns) = (text.starts_with(MARK), text.contains("\r\n"));
        let text = text.trim_start_matches(MARK).replace("\r\n", "\n");
        let document = text.parse::<DocumentMut>();
        let document = document.map_err(|error| unusable(SITE, error.to_string().trim_end()))?;
        Ok(SiteToml { document, has_mark, has_carriage_returns, added: Vec::new() })
    }

    /// Writes the settings back.
    pub(super) fn finish(self, changes: &mut Changes<'_>) {
        let mut text = self.document.to_string();
        if self.has_carriage_returns {
            text = text.replace('\n', "\r\n");
        }
        if self.has_mark {
            text.insert(0, MARK);
        }
        changes.edit(SITE, text, self.added);
    }

    /// Returns the value of a key, by its path.
    pub(super) fn get(&self, path: &[&str]) -> Option<&Item> {
        let mut item = self.document.as_item();
        for name in path {
            item = item.as_table_like()?.get(name)?;
        }
        Some(item)
    }

    /// Returns the text of a key, by its path.
    pub(super) fn text(&self, path: &[&str]) -> Option<&str> {
        self.get(path)?.as_str()
    }

    /// Returns whether a switch is on.
    pub(super) fn is_on(&self, path: &[&str]) -> bool {
        self.get(path).and_then(Item::as_bool) == Some(true)
    }

    /// Sets a key. Returns false if a table on its path is no table.
    pub(super) fn set(&mut self, tables: &[&str], key: &str, value: impl Into<Value>) -> bool {
        let value = value.into();
        let header = tables.iter().map(|it| toml_edit::Key::new(*it).to_string());
        let header = header.collect::<Vec<_>>().join(".");
        let text = format!("[{header}] {} = {value}", toml_edit::Key::new(key));
        let is_inline = self.get(tables).is_some_and(Item::is_inline_table);
        let Some(table) = self.table(tables) else { return false };

        // The comment at the end of the line belongs to the key.
        let comment =
            table.get(key).and_then(Item::as_value).and_then(|it| it.decor().suffix().cloned());
        let mut value = value;
        if let Some(comment) = comment {
            value.decor_mut().set_prefix(" ");
            value.decor_mut().set_suffix(comment);
        }
        table.insert(key, Item::Value(value));
        if is_inline {
            // The spaces before its closing brace belong to the key that was the last one.
            table.fmt();
        }
        self.added.push(text);
        true
    }

    /// Adds texts to a list, which is created if it does not exist.
    pub(super) fn extend(&mut self, tables: &[&str], key: &str, texts: &[&str]) {
        let path = [tables, &[key]].concat();
        let mut list = self.get(&path).and_then(Item::as_array).cloned().unwrap_or_else(Array::new);
        let has = |list: &Array, text: &str| list.iter().any(|it| it.as_str() == Some(text));
        let missing: Vec<&&str> = texts.iter().filter(|text| !has(&list, text)).collect();
        if missing.is_empty() {
            return;
        }
        for text in missing {
            list.push(*text);
        }
        self.set(tables, key, list);
    }

    /// Returns a table by the names on its path. Creates those that do not exist.
    fn table(&mut self, names: &[&str]) -> Option<&mut dyn TableLike> {
        let first = names.first()?;
        let is_new = !self.document.contains_key(first);
        // What follows the last table, such as settings in comments, stays before the new one.
        let trailing =
            if is_new { self.document.trailing().as_str().map(str::to_owned) } else { None };
        if trailing.is_some() {
            self.document.set_trailing("");
        }

        let mut is_inline = false;
        let mut table: &mut dyn TableLike = self.document.as_table_mut();
        for (depth, name) in names.iter().enumerate() {
            if !table.contains_key(name) {
                table.insert(
                    name,
                    new_table(is_inline, depth + 1 == names.len(), trailing.as_deref()),
                );
            }
            let item = table.get_mut(name)?;
            is_inline = item.is_inline_table();
            table = item.as_table_like_mut()?;
        }
        Some(table)
    }
}

/// Returns a new table. One with a header comes after `before`.
fn new_table(is_inline: bool, has_header: bool, before: Option<&str>) -> Item {
    if is_inline {
        return Item::Value(Value::InlineTable(InlineTable::new()));
    }
    let mut table = Table::new();
    table.set_implicit(!has_header);
    if let Some(before) = before.filter(|it| has_header && !it.trim().is_empty()) {
        let before = before.trim_end();
        table.decor_mut().set_prefix(format!("{before}\n\n"));
    }
    Item::Table(table)
}
