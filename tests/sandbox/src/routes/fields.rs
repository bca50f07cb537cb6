//! Body fields with stricter rules than their types. Deserialization rejects invalid values.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, de};

/// A string of at most `MAX` characters.
pub(crate) struct Text<const MAX: usize>(String);

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for Text<MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text<MAX>, D::Error> {
        let text = String::deserialize(from)?;
        if text.chars().count() > MAX {
            return Err(de::Error::custom(format!("the text must not exceed {MAX} characters")));
        }
        Ok(Text(text))
    }
}

/// An id, sent as a number or as a string.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(i64),
    Text(Text<64>),
}

impl Id {
    pub(super) fn text(&self) -> String {
        match self {
            Id::Number(number) => number.to_string(),
            Id::Text(text) => text.trim().to_owned(),
        }
    }

    pub(crate) fn number(&self) -> Option<i64> {
        self.text().parse().ok()
    }
}

/// The only skin: 1.
#[derive(Deserialize)]
#[serde(try_from = "Id")]
pub(super) struct Skin;

impl TryFrom<Id> for Skin {
    type Error = &'static str;

    fn try_from(id: Id) -> Result<Skin, &'static str> {
        (id.number() == Some(1)).then_some(Skin).ok_or("the skin must be 1")
    }
}

/// The client type: 3 is a desktop, 6 is a phone (decision A41).
#[derive(Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Client(pub(super) i64);

impl TryFrom<i64> for Client {
    type Error = &'static str;

    fn try_from(number: i64) -> Result<Client, &'static str> {
        [3, 6].contains(&number).then_some(Client(number)).ok_or("client_id must be 3 or 6")
    }
}

/// An offset from UTC, such as `-05:00`.
#[derive(Deserialize)]
#[serde(try_from = "Text<6>")]
pub(super) struct Offset;

impl TryFrom<Text<6>> for Offset {
    type Error = &'static str;

    fn try_from(text: Text<6>) -> Result<Offset, &'static str> {
        let is_valid_byte = |(at, byte): (usize, u8)| match at {
            0 => b"+-".contains(&byte),
            3 => byte == b':',
            _ => byte.is_ascii_digit(),
        };
        let is_valid = text.len() == 6 && text.bytes().enumerate().all(is_valid_byte);
        is_valid
            .then_some(Offset)
            .ok_or("the offset from UTC must have the format +hh:mm or -hh:mm")
    }
}
