//! Images and links, whose targets are recorded and resolved.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use crate::markdown::hooks::{Hook, HookValue, attribute_values};
use crate::markdown::renderer::Renderer;
use crate::markdown::writer::Image;
use croupier_base::path::Href;
use croupier_base::syntax::html::Use;

impl<'a> Renderer<'a> {
    pub(super) fn start_image(&mut self, url: CowStr<'a>, title: CowStr<'a>, range: &Range<usize>) {
        let url = self.writer.with_inserted_urls(url);
        let src = self.writer.link(&url, Use::Image, range).unwrap_or_else(|| Href::new(&*url));

        let attributes = self.source.links.get(&range.end).cloned().unwrap_or_default();
        self.html_ids.extend(attributes.get("id").map(String::from));

        let (alt, range) = (String::new(), range.clone());
        self.image = Some(Image { src, title, alt, depth: 0, range, attributes });
    }

    /// Adds an event to the alternative text of the open image, or ends the image.
    pub(super) fn image_event(&mut self, event: Event<'a>) {
        let Some(image) = &mut self.image else { return };
        match event {
            Event::Text(content)
            | Event::Code(content)
            | Event::InlineMath(content)
            | Event::DisplayMath(content) => image.alt.push_str(&content),
            Event::SoftBreak | Event::HardBreak => image.alt.push(' '),
            Event::Start(Tag::Image { .. }) => image.depth += 1,
            Event::End(TagEnd::Image) if image.depth > 0 => image.depth -= 1,
            Event::End(TagEnd::Image) => self.end_image(),
            _ => {}
        }
    }

    fn end_image(&mut self) {
        let Some(image) = self.image.take() else { return };
        if let Some(heading) = &mut self.heading {
            heading.add_alternative(&image.alt);
        }
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.text.push_str(&image.alt);
        }
        self.writer.image(&image);
    }

    pub(super) fn start_link(&mut self, tag: Tag<'a>, range: &Range<usize>) {
        let Tag::Link { link_type, dest_url, title, id } = tag else { return };

        let url = self.writer.with_inserted_urls(dest_url);
        let resolved = match link_type {
            LinkType::Email => None,
            _ => self.writer.link(&url, Use::Link, range),
        };
        let dest_url = resolved.map_or(url, |href| String::from(href).into());

        let attributes = self.source.links.get(&range.end).cloned();
        if self.writer.has_hook(Hook::Link) {
            let fields = vec![
                ("url", HookValue::Text(full_url(link_type, &dest_url))),
                ("title", HookValue::Text(title.to_string())),
                ("attributes", attribute_values(attributes.as_ref())),
            ];
            self.writer.open_hook(Hook::Link, range, fields);
        }

        self.writer.event(Event::Start(Tag::Link { link_type, dest_url, title, id }), range);
        if let Some(attributes) = attributes {
            self.add_to_last(attributes);
        }
    }
}

/// Returns the target of a link as its `href` has it.
fn full_url(link_type: LinkType, url: &str) -> String {
    if link_type == LinkType::Email { format!("mailto:{url}") } else { url.to_owned() }
}
