//! What HTML says that a build has to know: ids, addresses with their places, images without a text.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What an address is there for, which decides what the content security policy asks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Use {
    /// A reader goes there.
    Link,
    /// A picture is shown.
    Image,
    /// A script is run.
    Script,
    /// A style sheet is applied.
    Style,
    /// A sound or film is played.
    Media,
    /// A document is shown in the page.
    Frame,
    /// A form is sent there.
    Form,
    /// Anything else that browsers fetch.
    Other,
    /// No address: what a `style` attribute says.
    Inline,
    /// No address: what an `on...` attribute says.
    Handler,
    /// No address: the text of a script that stands in the page.
    Code,
    /// The address of an image without `alt` once more.
    Unnamed,
    /// No address: the text of a style sheet that stands in the page.
    Sheet,
}

impl Use {
    /// Whether it is an address, and here for the first time.
    pub fn is_address(self) -> bool {
        !matches!(self, Use::Inline | Use::Handler | Use::Code | Use::Unnamed | Use::Sheet)
    }
}

/// An address in HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address<'a> {
    /// What it says, with character references resolved.
    pub text: Cow<'a, str>,
    /// What it is there for.
    pub usage: Use,
    /// Byte range in the HTML.
    pub range: Range<usize>,
}

/// What stands in a piece of HTML.
#[derive(Debug, Default)]
pub struct Html<'a> {
    /// Values of `id`, in order.
    pub ids: Vec<Cow<'a, str>>,
    /// Addresses, in order.
    pub addresses: Vec<Address<'a>>,
    /// Byte ranges of images that have no `alt` at all.
    pub unnamed: Vec<Range<usize>>,
}
