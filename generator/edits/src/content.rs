//! Edits of content files: the front matter between its fences, and the body, neither of which may change the other.

use std::ops::Range;

use crate::apply::apply_to_text;
use crate::edit::{Edit, Utf16Range};
use crate::format::{Format, SourceKind, Split, Style};
use crate::lines;

/// Start of the message about a body that is no body any more.
const READ_AS_FRONT_MATTER: &str = "This text would be read as front matter, or end it.";

/// The front matter of a file, and the offset of its body.
type Parts = (Option<(Range<usize>, Format)>, usize);

/// Replaces a range of the body. Fails if the file would have another front matter.
pub(crate) fn edit_body(
    source: &str,
    split: &Split<'_>,
    range: Utf16Range,
    new: &str,
) -> Result<String, String> {
    let SourceKind::Content { front, body } = split(source)? else {
        return Err("This file has no body; change its values or its text.".to_owned());
    };
    let range = range.in_bytes(&source[body..])?;
    let new_body = [&source[body..][..range.start], new, &source[body..][range.end..]].concat();

    // The closing fence can be the end of the file. A text after it would belong to the fence.
    let is_open_line = front.is_some() && !source[..body].ends_with('\n');
    let separator = if is_open_line && !new_body.is_empty() { lines::newline(source) } else { "" };
    let text = [&source[..body], separator, &new_body].concat();

    let parts = SourceKind::Content { front, body: body + separator.len() };
    match split(&text) {
        Ok(read) if read == parts => Ok(text),
        Ok(_) => Err(format!("{READ_AS_FRONT_MATTER} Write `\\` before the first `+++` or `---`.")),
        Err(problem) => Err(format!("{READ_AS_FRONT_MATTER} {problem}")),
    }
}

/// Applies an edit to the front matter. A file without one gets it in the format `new_front`.
pub(crate) fn edit_front(
    source: &str,
    split: &Split<'_>,
    (front, body): Parts,
    new_front: Format,
    style: Style,
    edit: &Edit,
) -> Result<String, String> {
    let (range, format, fence) = match front {
        Some((range, format)) => (range, format, None),
        None if new_front == Format::Yaml => (body..body, Format::Yaml, Some("---")),
        None => (body..body, Format::Toml, Some("+++")),
    };

    let file_with = |new: &str| {
        let newline = if new.is_empty() || new.ends_with('\n') { "" } else { style.newline };
        let fence_line = fence.map(|it| it.to_owned() + style.newline).unwrap_or_default();
        let front_start = range.start + fence_line.len();
        let front_end = front_start + new.len() + newline.len();
        let text =
            [&source[..range.start], &fence_line, new, newline, &fence_line, &source[range.end..]]
                .concat();
        let body = if fence.is_some() {
            front_end + fence_line.len()
        } else {
            front_end + body - range.end
        };
        (text, SourceKind::Content { front: Some((front_start..front_end, format)), body })
    };
    // A text in the front matter can contain a line that is read as its end.
    let is_allowed = |new: &str| {
        let (text, parts) = file_with(new);
        split(&text).is_ok_and(|read| read == parts)
    };

    let old = &source[range.clone()];
    let new = apply_to_text(old, format, style, edit, &is_allowed)?;
    Ok(if new == old { source.to_owned() } else { file_with(&new).0 })
}
