//! Body fields with stricter rules than their types. Deserialization rejects invalid values.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, de};

/// A string of at most `MOST` characters.
pub(crate) struct Text<const MOST: usize>(String);

impl<const MOST: usize> Deref for Text<MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Text<MOST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text<MOST>, D::Error> {
        let text = String::deserialize(from)?;
        if text.chars().count() > MOST {
            return Err(de::Error::custom(format!("a text here has at most {MOST} characters")));
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
        (id.number() == Some(1)).then_some(Skin).ok_or("the only skin is 1")
    }
}

/// The client type: 3 is a desktop, 6 is a phone (decision A41).
#[derive(Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Client(pub(super) i64);

impl TryFrom<i64> for Client {
    type Error = &'static str;

    fn try_from(number: i64) -> Result<Client, &'static str> {
        [3, 6].contains(&number).then_some(Client(number)).ok_or("client_id is 3 or 6")
    }
}

/// An offset from UTC, such as `-05:00`.
#[derive(Deserialize)]
#[serde(try_from = "Text<6>")]
pub(super) struct Offset;

impl TryFrom<Text<6>> for Offset {
    type Error = &'static str;

    fn try_from(text: Text<6>) -> Result<Offset, &'static str> {
        let is_right = |(at, byte): (usize, u8)| match at {
            0 => b"+-".contains(&byte),
            3 => byte == b':',
            _ => byte.is_ascii_digit(),
        };
        let good = text.len() == 6 && text.bytes().enumerate().all(is_right);
        good.then_some(Offset).ok_or("an offset from UTC is written as +hh:mm or -hh:mm")
    }
}
