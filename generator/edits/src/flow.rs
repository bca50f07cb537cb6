//! Lists and tables between brackets, with commas: in TOML, JSON and YAML, on one line or on several.

use std::ops::Range;

use crate::lines;

/// A collection between brackets.
pub(crate) struct Flow<'a> {
    pub(crate) text: &'a str,
    /// The range with both brackets.
    pub(crate) range: Range<usize>,
    /// The items, or the entries with their keys.
    pub(crate) items: Vec<Range<usize>>,
    pub(crate) newline: &'static str,
    /// What one more level is indented by.
    pub(crate) indent: &'a str,
    /// The space between the brackets and what is in them, if an empty collection gets its first item.
    pub(crate) padding: &'a str,
}

impl Flow<'_> {
    /// Returns the indentation of items, if each new one is on a line of its own.
    pub(crate) fn item_indent(&self) -> Option<String> {
        match self.items.first() {
            Some(first) => self.on_own_line(first).map(str::to_owned),
            None => {
                let is_open = self.text[self.range.clone()].contains('\n');
                is_open.then(|| self.outer_indent() + self.indent)
            }
        }
    }

    /// Returns the indentation of the line of the opening bracket.
    pub(crate) fn outer_indent(&self) -> String {
        let line = &self.text[lines::start(self.text, self.range.start)..];
        line[..line.len() - line.trim_start_matches([' ', '\t']).len()].to_owned()
    }

    /// Inserts an item before the one at `index`.
    pub(crate) fn inserted(&self, index: usize, item: &str) -> String {
        let text = self.text;
        let indent = self.item_indent();

        if let Some(next) = self.items.get(index) {
            let own_line = indent.filter(|_| self.on_own_line(next).is_some());
            return match own_line {
                Some(indent) => {
                    let line = lines::start(text, next.start);
                    let at = lines::comments_start(text, line, lines::end(text, self.range.start));
                    let new = [&indent, item, ",", self.newline].concat();
                    lines::replaced(text, at..at, &new)
                }
                None => lines::replaced(text, next.start..next.start, &format!("{item}, ")),
            };
        }

        let close = self.range.end - 1;
        let Some(last) = self.items.last() else { return self.with_first(item, indent) };
        let comma = self.comma_after(self.items.len() - 1);
        let after = comma.map_or(last.end, |it| it + 1);
        match indent.filter(|_| self.on_own_line(last).is_some()) {
            Some(indent) if lines::end(text, after) <= close => {
                // The comment after the last item stays on its line.
                let line_end = lines::content_end(text, after);
                let (first_comma, last_comma) = if comma.is_some() { ("", ",") } else { (",", "") };
                let between = &text[after..line_end];
                let new = [first_comma, between, self.newline, &indent, item, last_comma].concat();
                lines::replaced(text, after..line_end, &new)
            }
            _ if comma.is_some() => lines::replaced(text, after..after, &format!(" {item},")),
            _ => lines::replaced(text, last.end..last.end, &format!(", {item}")),
        }
    }

    /// Inserts the only item.
    fn with_first(&self, item: &str, indent: Option<String>) -> String {
        let inside = self.range.start + 1..self.range.end - 1;
        match indent {
            Some(indent) => {
                let close_line = lines::start(self.text, inside.end);
                let new = [&indent, item, self.newline].concat();
                lines::replaced(self.text, close_line..close_line, &new)
            }
            None => {
                let new = [self.padding, item, self.padding].concat();
                lines::replaced(self.text, inside, &new)
            }
        }
    }

    /// Removes an item with its comma.
    pub(crate) fn removed(&self, index: usize) -> String {
        let (text, item) = (self.text, &self.items[index]);
        let is_last = index + 1 == self.items.len();
        let comma = self.comma_after(index);
        let end = comma.map_or(item.end, |it| it + 1);
        // Without a comma at the end of the list, the item before loses its comma.
        let lost_comma = index.checked_sub(1).filter(|_| is_last && comma.is_none());
        let lost_comma = lost_comma.and_then(|before| self.comma_after(before));

        let range = match self.own_lines(index) {
            Some(own) => own,
            None => match self.range_with_space(index) {
                Some(range) => return lines::replaced(text, range, ""),
                // A comment next to the item stays.
                None => item.start..end,
            },
        };
        let rest = lines::replaced(text, range, "");
        match lost_comma {
            Some(comma) => lines::replaced(&rest, comma..comma + 1, ""),
            None => rest,
        }
    }

    /// Returns the range of an item with its comma and the space around it, if no comment is there.
    fn range_with_space(&self, index: usize) -> Option<Range<usize>> {
        let item = &self.items[index];
        let range = if index + 1 < self.items.len() {
            item.start..self.items[index + 1].start
        } else if index > 0 {
            self.items[index - 1].end..item.end
        } else {
            self.range.start + 1..self.range.end - 1
        };
        let is_space = |text: &str| text.chars().all(|it| it == ',' || it.is_whitespace());
        let is_alone = is_space(&self.text[range.start..item.start])
            && is_space(&self.text[item.end..range.end]);
        is_alone.then_some(range)
    }

    /// Moves an item.
    pub(crate) fn moved(&self, from: usize, to: usize) -> String {
        let own: Option<Vec<Range<usize>>> =
            (0..self.items.len()).map(|it| self.lines(it)).collect();
        let last = self.items.len() - 1;
        let Some(own) = own else { return lines::reordered(self.text, &self.items, from, to) };

        // Every line gets a comma while the lines change their order. The new last item has one only if the old one had it.
        let comma = self.comma_after(last);
        let text = match comma {
            Some(_) => self.text.to_owned(),
            None => lines::replaced(self.text, self.items[last].end..self.items[last].end, ","),
        };
        let added = usize::from(comma.is_none());
        let blocks: Vec<Range<usize>> = own
            .iter()
            .enumerate()
            .map(|(index, it)| it.start..it.end + if index == last { added } else { 0 })
            .collect();
        let moved = lines::reordered(&text, &blocks, from, to);
        if comma.is_some() {
            return moved;
        }

        let new_last = if to == last {
            from
        } else if from == last {
            last - 1
        } else {
            last
        };
        let at = blocks[last].end - (blocks[new_last].end - self.items[new_last].end);
        let offset = moved[at..].find(',').map_or(at, |it| at + it);
        lines::replaced(&moved, offset..offset + 1, "")
    }

    /// Returns the indentation of an item, if it begins its line.
    fn on_own_line(&self, item: &Range<usize>) -> Option<&str> {
        let is_inside = lines::start(self.text, item.start) > self.range.start;
        lines::indentation(self.text, item.start).filter(|_| is_inside)
    }

    /// Returns the lines of an item that shares them with no other one, with the comments above it.
    fn lines(&self, index: usize) -> Option<Range<usize>> {
        let (text, item) = (self.text, &self.items[index]);
        self.on_own_line(item)?;
        let after = self.comma_after(index).map_or(item.end, |it| it + 1);
        let end = lines::end(text, after);
        let rest = text[after..end].trim();
        if end > self.range.end - 1 || !(rest.is_empty() || rest.starts_with('#')) {
            return None;
        }
        let line = lines::start(text, item.start);
        Some(lines::comments_start(text, line, lines::end(text, self.range.start))..end)
    }

    /// Returns the lines of an item, with the comments that belong to it alone.
    fn own_lines(&self, index: usize) -> Option<Range<usize>> {
        let lines = self.lines(index)?;
        let next = self.items.get(index + 1).map(|it| lines::start(self.text, it.start));
        if next == Some(lines.end) {
            return Some(lines::start(self.text, self.items[index].start)..lines.end);
        }
        Some(lines)
    }

    /// Returns the offset of the comma after an item.
    fn comma_after(&self, index: usize) -> Option<usize> {
        let end = self.items.get(index + 1).map_or(self.range.end - 1, |it| it.start);
        let mut is_comment = false;
        for (offset, byte) in
            self.text.as_bytes()[..end].iter().enumerate().skip(self.items[index].end)
        {
            match byte {
                b'\n' => is_comment = false,
                b'#' => is_comment = true,
                b',' if !is_comment => return Some(offset),
                _ => {}
            }
        }
        None
    }
}
