//! The functions `figure`, `youtube` and `vimeo`: an image with a caption, and videos that play after a click.

use minijinja::value::{ArgType, Kwargs, Value};
use minijinja::{Error, State};

use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::picture::{loading, markdown_copies};
use crate::template::text_lookup::{setting_text, texts};
use crate::template::views::{CurrentPage, current_template};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::url;
use croupier_content::config::tables::{PLAY_LABEL, VIMEO, YOUTUBE};

impl Functions {
    /// `figure(src, alt, caption=..., link=..., class=..., loading="lazy")`: returns an image with a caption, which is Markdown.
    pub(super) fn figure(
        &self,
        state: &mut State,
        src: Option<String>,
        alt: Option<String>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let src = argument(src, options, "src")?;
        let alt = argument(alt, options, "alt")?;
        let caption: Option<Value> = options.get("caption")?;
        let link: Option<String> = options.get("link")?;
        let class: Option<String> = options.get("class")?;
        let loading = loading(options)?;
        options.assert_all_used()?;

        let Some(src) = src else {
            return Err(function_error(
                "`figure` needs the path of an image",
                "write it as the first argument: `figure(\"boat.jpg\", \"A boat\")`",
            ));
        };
        let Some(alt) = alt else {
            return Err(function_error(
                "`figure` needs a text alternative",
                "describe the image, `alt=\"two dice\"`, or write `alt=\"\"` if it is only decoration",
            ));
        };

        let mut image = self.image(state, &src, &alt, &loading);
        if let Some(link) = link.filter(|link| !link.is_empty()) {
            let target = self.resolved(state, &link);
            image = format!("<a href=\"{}\">{image}</a>", escape(&target));
        }

        let class = class.map(|it| format!(" class=\"{}\"", escape(&it))).unwrap_or_default();
        let caption = match caption {
            Some(caption) if !caption.is_none() => {
                let inline = Kwargs::from_iter([("inline", Value::from(true))]);
                let caption = self.markdown(state, &caption, &inline)?;
                format!("<figcaption>{caption}</figcaption>")
            }
            _ => String::new(),
        };

        Ok(Value::from_safe_string(format!("<figure{class}>{image}{caption}</figure>")))
    }

    /// `youtube(id, title, poster=..., start=...)`: returns a link to a video, which plays in its place after a click.
    pub(super) fn youtube(
        &self,
        state: &mut State,
        id: Option<String>,
        title: Option<String>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let id = argument(id, options, "id")?.unwrap_or_default();
        let is_id = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        if id.is_empty() || !id.chars().all(is_id) {
            return Err(wrong_id(&id, "write what follows `v=` in the URL of the video"));
        }

        let start: Option<u32> = options.get("start")?;
        let at = |name: &str| start.map(|start| format!("&{name}={start}")).unwrap_or_default();
        let video = Video {
            host: "youtube",
            is_enabled: self.recorder.head().embeds.youtube,
            page: format!("https://www.youtube.com/watch?v={id}{}", at("t")),
            frame: format!("{YOUTUBE}/embed/{id}?autoplay=1{}", at("start")),
        };

        self.video(state, &video, title, options)
    }

    /// `vimeo(id, title, poster=...)`: returns a link to a video, which plays in its place after a click.
    pub(super) fn vimeo(
        &self,
        state: &mut State,
        id: Option<Value>,
        title: Option<String>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let id = argument(id, options, "id")?.map(|id| id.to_string()).unwrap_or_default();
        if id.is_empty() || !id.bytes().all(|it| it.is_ascii_digit()) {
            return Err(wrong_id(&id, "write the number in the URL of the video"));
        }
        let video = Video {
            host: "vimeo",
            is_enabled: self.recorder.head().embeds.vimeo,
            page: format!("https://vimeo.com/{id}"),
            frame: format!("{VIMEO}/video/{id}?autoplay=1&dnt=1"),
        };
        self.video(state, &video, title, options)
    }

    fn video(
        &self,
        state: &State,
        video: &Video,
        title: Option<String>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let title = argument(title, options, "title")?;
        let poster: Option<String> = options.get("poster")?;
        options.assert_all_used()?;

        let host = video.host;
        if !video.is_enabled {
            return Err(function_error(
                format!("this site has no videos of `{host}`"),
                format!("add a line `[embeds]` to site.toml, and below it `{host} = true`"),
            ));
        }
        let Some(title) = title.filter(|title| !title.trim().is_empty()) else {
            return Err(function_error(
                format!("`{host}` needs the title of the video"),
                format!("write it as the second argument: `{host}(\"...\", \"A walk at night\")`"),
            ));
        };

        let poster =
            poster.map(|poster| self.image(state, &poster, "", "lazy")).unwrap_or_default();

        Ok(Value::from_safe_string(format!(
            "<div class=\"embed embed-{host}\"><a class=\"embed-link\" href=\"{}\" data-embed=\"{}\" data-title=\"{}\">{poster}\
             <span class=\"embed-label\">{}</span></a></div>",
            escape(&video.page),
            escape(&video.frame),
            escape(&title),
            escape(&self.play_label(&title)),
        )))
    }

    /// Returns the text of the link that plays a video.
    fn play_label(&self, title: &str) -> String {
        let language = self.recorder.language();
        match setting_text(&self.recorder, language, "embeds", PLAY_LABEL) {
            Some(label) => label.replace("{title}", title),
            None => texts(&self.recorder, language).play(title),
        }
    }

    /// Returns an image of this site with its dimensions. A relative path is resolved as in the Markdown of the current page.
    fn image(&self, state: &State, src: &str, alt: &str, loading: &str) -> String {
        let src = self.resolved(state, src);
        let dimensions = self.recorder.image(&src).ok();
        let size = dimensions
            .map(|Dimensions { width, height }| format!(" width=\"{width}\" height=\"{height}\""));

        let is_lazy = loading != "eager";
        let loading = if is_lazy { " loading=\"lazy\"" } else { "" };
        let copies = markdown_copies(&self.recorder, &current_template(state), &src, is_lazy);
        let color = copies.as_ref().map_or("", |copies| &copies.color_attribute);

        let image = format!(
            "<img src=\"{}\" alt=\"{}\"{}{color}{loading} decoding=\"async\">",
            escape(&src),
            escape(alt),
            size.unwrap_or_default()
        );

        match copies {
            Some(copies) => format!("<picture>{}{image}</picture>", copies.sources),
            None => image,
        }
    }

    /// Returns a link target as it is in the Markdown of the current page.
    fn resolved(&self, state: &State, target: &str) -> Href {
        let href = Href::new(target);
        let resolved = on_current_page(state, |page| {
            let asset = self.recorder.address(page.source(), &href);
            asset.or_else(|| url::resolve_on_page(page.route(), target).map(Href::new))
        });
        resolved.unwrap_or(href)
    }

    /// Returns the URL of a file that the current page names by a relative path, as in its Markdown. On a translation, that is the file of the
    /// original, unless there is one for the language. None for other paths.
    pub(super) fn page_asset(&self, state: &State, path: &str) -> Option<Href> {
        if path.starts_with('/') {
            return None;
        }
        on_current_page(state, |page| self.recorder.address(page.source(), &Href::new(path)))
    }

    /// Returns the hint for a path that begins with the one of the current page. On a translation, the file is at the path of the original.
    pub(super) fn page_asset_hint(&self, state: &State, path: &str) -> Option<String> {
        let name = on_current_page(state, |page| {
            let name = path.strip_prefix(page.route().as_str());
            name.filter(|it| !it.contains('/')).map(str::to_owned)
        })?;
        self.page_asset(state, &name)?;
        Some(format!("write only the name of the file, `{name}`, which translations have, too"))
    }
}

/// Returns what `find` returns for the page that is rendered. None in a template of no page, such as that of a slice.
fn on_current_page<T>(state: &State, find: impl FnOnce(&CurrentPage) -> Option<T>) -> Option<T> {
    let page = state.lookup("page")?;
    find(page.downcast_object_ref::<CurrentPage>()?)
}

/// Returns an argument that has a position and a name.
fn argument<T: for<'a> ArgType<'a, Output = T>>(
    positional: Option<T>,
    options: &Kwargs,
    name: &'static str,
) -> Result<Option<T>, Error> {
    match positional {
        Some(value) => Ok(Some(value)),
        None => options.get(name),
    }
}

/// A video of another site.
struct Video {
    /// The name of the function.
    host: &'static str,
    /// Whether site.toml enables it.
    is_enabled: bool,
    /// The URL of its page.
    page: String,
    /// The URL of the frame that plays it.
    frame: String,
}

/// Returns the error for a text that is not the id of a video.
fn wrong_id(id: &str, hint: &str) -> Error {
    function_error(format!("`{id}` is not the id of a video"), hint)
}
