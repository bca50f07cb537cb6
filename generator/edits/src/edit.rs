//! Edits as a client sends them, and the error of an edit that cannot be applied.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::value::Value;

/// A change of a file. Pointers are JSON Pointers into the data or the front matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Edit {
    /// Gives a value to the key or item at a pointer. A missing key is added, also the tables around it. A list or table changes only
    /// where it differs.
    Set {
        /// The key or item.
        #[serde(rename = "set")]
        pointer: String,
        /// Its new value.
        value: Value,
        /// The type of a text.
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        value_type: Option<ValueType>,
    },
    /// Adds an item before the one at a pointer, an item at the end of a list (`/tags/-`), or a key that does not exist.
    Insert {
        /// The position or the new key.
        #[serde(rename = "insert")]
        pointer: String,
        /// The value.
        value: Value,
        /// The type of a text.
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        value_type: Option<ValueType>,
    },
    /// Removes a key or an item.
    Remove {
        /// The key or item.
        #[serde(rename = "remove")]
        pointer: String,
    },
    /// Moves an item or a key. Within a list, `to` is the position after the item was taken out; within a table, the key gets a new name.
    Move {
        /// The key or item.
        #[serde(rename = "move")]
        pointer: String,
        /// Its new position.
        to: String,
    },
    /// Replaces a range of the body of a content file.
    Body {
        /// The range in the body.
        #[serde(rename = "body")]
        range: Utf16Range,
        /// The new text, which is inserted as it is.
        text: String,
    },
    /// Replaces a range of the whole file, without any check. It cannot be combined with edits of other kinds.
    Raw {
        /// The range in the file.
        #[serde(rename = "raw")]
        range: Utf16Range,
        /// The new text.
        text: String,
    },
}

/// A type that JSON does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// A date, a time, or both. TOML and YAML write it without quotes.
    Date,
}

/// A range in UTF-16 code units, as in JavaScript strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Utf16Range {
    /// The first code unit.
    pub start: usize,
    /// The code unit after the last one.
    pub end: usize,
}

impl Utf16Range {
    /// Returns the range in bytes. Fails if it is outside of the text, or divides a character.
    pub(crate) fn in_bytes(self, text: &str) -> Result<Range<usize>, String> {
        if self.start > self.end {
            return Err(format!(
                "The range from {} to {} ends before it begins.",
                self.start, self.end
            ));
        }
        Ok(byte_offset(text, self.start)?..byte_offset(text, self.end)?)
    }
}

fn byte_offset(text: &str, code_units: usize) -> Result<usize, String> {
    let mut counted = 0;
    for (offset, character) in text.char_indices() {
        if counted == code_units {
            return Ok(offset);
        }
        counted += character.len_utf16();
        if counted > code_units {
            return Err(format!(
                "The offset {code_units} is in the middle of the character `{character}`."
            ));
        }
    }
    if counted == code_units {
        Ok(text.len())
    } else {
        Err(format!(
            "The offset {code_units} is after the end of the text, which has {counted} code units."
        ))
    }
}

/// Why an edit cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditError {
    /// The index of the edit in its list.
    pub edit: usize,
    /// The pointer of the edit, if it has one.
    pub pointer: Option<String>,
    /// One or two sentences for an editor.
    pub message: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for EditError {}
