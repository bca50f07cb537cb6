//! Checks of pictures in the format SVG, which browsers open as documents: they can have scripts and references to other files.

use std::borrow::Cow;
use std::ops::ControlFlow;

use roxmltree::{Attribute, Document, Node};

use croupier_base::syntax::css;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Elements that neither run nor load anything. Animations are not here, because they can change the target of a link.
const ELEMENTS: [&str; 86] = [
    "a",
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "circle",
    "clipPath",
    "color-profile",
    "cursor",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "filter",
    "flowDiv",
    "flowLine",
    "flowPara",
    "flowRegion",
    "flowRoot",
    "flowSpan",
    "font",
    "font-face",
    "font-face-format",
    "font-face-name",
    "font-face-src",
    "g",
    "glyph",
    "glyphRef",
    "hatch",
    "hatchpath",
    "hkern",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "mesh",
    "meshgradient",
    "meshpatch",
    "meshrow",
    "metadata",
    "missing-glyph",
    "mpath",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "solidColor",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tref",
    "tspan",
    "use",
    "view",
    "vkern",
];

/// The starts of namespaces whose elements and attributes are notes of drawing programs. Browsers ignore them.
const NOTES: [&str; 12] = [
    "http://creativecommons.org/ns#",
    "http://ns.adobe.com/",
    "http://purl.org/dc/",
    "http://sodipodi.sourceforge.net/",
    "http://web.resource.org/cc/",
    "http://www.bohemiancoding.com/sketch/",
    "http://www.inkscape.org/namespaces/",
    "http://www.serif.com/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://xml.openoffice.org/",
    "https://boxy-svg.com",
];

/// The starts of `data:` URLs that contain a picture.
const PICTURES: [&str; 5] =
    ["data:image/gif", "data:image/jpeg", "data:image/jpg", "data:image/png", "data:image/webp"];

/// The starts of `data:` URLs that contain a font.
const FONTS: [&str; 4] = [
    "data:application/font",
    "data:application/vnd.ms-font",
    "data:application/x-font",
    "data:font/",
];

/// Whether a file is an SVG that has neither scripts nor references to other files.
pub(super) fn is_harmless(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // Entities could hide the parts of a script, so that the parser refuses other document types.
    let Some(text) = without_standard_type(text) else { return false };
    let Ok(document) = Document::parse(&text) else { return false };
    document.root_element().has_tag_name((SVG, "svg"))
        && document.descendants().all(|it| is_harmless_node(&it))
}

/// Removes the document type of SVG 1 from the start of a file. Browsers do not load it. `None` if the file names another encoding than
/// UTF-8, in which browsers could read other characters.
fn without_standard_type(text: &str) -> Option<Cow<'_, str>> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    if let Some((declaration, _)) = rest.strip_prefix("<?xml ").and_then(|it| it.split_once("?>")) {
        let declaration = declaration.to_ascii_lowercase().replace('\'', "\"");
        if declaration.contains("encoding") && !declaration.contains("encoding=\"utf-8\"") {
            return None;
        }
    }

    // In a comment or a value, the same characters are text: removing them would move the end of it.
    while let Some(next) = after(rest, "<?", "?>").or_else(|| after(rest, "<!--", "-->")) {
        rest = next.trim_start();
    }
    Some(match rest.strip_prefix("<!DOCTYPE svg PUBLIC").and_then(after_identifiers) {
        Some(end) => Cow::Owned(format!("{}{end}", &text[..text.len() - rest.len()])),
        None => Cow::Borrowed(text),
    })
}

fn after<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.split_once(end).map(|(_, rest)| rest)
}

/// Returns the text after the public and the system identifier and the closing bracket.
fn after_identifiers(text: &str) -> Option<&str> {
    let (public, rest) = text.trim_start().strip_prefix('"')?.split_once('"')?;
    let (_, rest) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    let rest = rest.trim_start().strip_prefix('>')?;
    public.starts_with("-//W3C//DTD SVG ").then_some(rest)
}

fn is_harmless_node(node: &Node<'_, '_>) -> bool {
    if let Some(instruction) = node.pi() {
        return instruction.target != "xml-stylesheet";
    }
    if !node.is_element() {
        return true;
    }
    let name = node.tag_name();
    match name.namespace() {
        Some(SVG) if ELEMENTS.contains(&name.name()) => {}
        Some(namespace) if is_note(namespace) => return true,
        _ => return false,
    }

    let is_style = name.name() == "style";
    let mut texts = node.children().filter_map(|it| it.text().filter(|_| is_style));
    texts.all(is_harmless_style)
        && node.attributes().all(|it| is_harmless_attribute(name.name(), &it))
}

fn is_note(namespace: &str) -> bool {
    NOTES.iter().any(|start| namespace.starts_with(start))
}

fn is_harmless_attribute(element: &str, attribute: &Attribute<'_, '_>) -> bool {
    match (attribute.namespace(), attribute.name()) {
        (None | Some(XLINK), "href") => is_harmless_target(element, attribute.value()),
        (Some(XLINK), _) | (Some(XML), "lang" | "space" | "id") => true,
        // All names of event handlers begin like this.
        (None, name) if name.len() > 2 && starts_with(name, "on") => false,
        (None, "src") => false,
        (None, _) => is_harmless_style(attribute.value()),
        (Some(namespace), _) => is_note(namespace),
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start))
}

/// Whether a link or a reference stays in the document, or is a link to a page of the same site.
fn is_harmless_target(element: &str, target: &str) -> bool {
    // Browsers leave spaces and line ends out of URLs.
    let is_read = |it: &char| !it.is_whitespace() && !it.is_control();
    let target: String = target.chars().filter(is_read).collect();
    let is_picture = ["image", "feImage"].contains(&element)
        && PICTURES.iter().any(|it| starts_with(&target, it));
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let is_page = element == "a" && !path.contains([':', '\\']) && !path.starts_with("//");
    target.is_empty() || target.starts_with('#') || is_picture || is_page
}

/// Whether CSS has references only to parts of the document, and to pictures and fonts in it.
fn is_harmless_style(text: &str) -> bool {
    // Few texts have references.
    if !text.contains(['(', '@', '\\']) {
        return true;
    }
    let text = css::unescaped(text).to_lowercase();
    if ["@import", "image-set(", "src(", "image("].iter().any(|it| text.contains(it)) {
        return false;
    }
    let result = text.split("url(").skip(1).try_for_each(|rest| {
        let target = rest.trim_start().trim_start_matches(['"', '\'']).trim_start();
        let is_inside = target.starts_with('#')
            || PICTURES.iter().chain(&FONTS).any(|it| target.starts_with(it));
        if is_inside { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result.is_continue()
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    fn svg(inner: &str) -> String {
        let names =
            "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
        format!("<svg {names}>{inner}</svg>")
    }

    #[test]
    fn scripts_and_references_are_refused_in_every_spelling() {
        for inner in [
            "<script>alert(1)</script>",
            "<s:script xmlns:s=\"http://www.w3.org/2000/svg\">alert(1)</s:script>",
            "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>",
            "<script xmlns=\"http://www.w3.org/1999/xhtml\"/>",
            "<SCRIPT>alert(1)</SCRIPT>",
            "<handler/>",
            "<animate attributeName=\"href\" to=\"javascript:alert(1)\"/>",
            "<set attributeName=\"href\"/>",
            "<foreignObject/>",
            "<a href=\"java\nscript:alert(1)\"/>",
            "<a href=\"&#106;avascript:alert(1)\"/>",
            "<a xlink:href=\" JavaScript:alert(1)\"/>",
            "<a href=\"data:text/html,x\"/>",
            "<a href=\"//a.example/\"/>",
            "<a href=\"/\\a.example/\"/>",
            "<a href=\"https://a.example/\"/>",
            "<path onload=\"alert(1)\"/>",
            "<path\nOnClick = \"alert(1)\"/>",
            "<image href=\"https://a.example/\"/>",
            "<image href=\"data:image/svg+xml,x\"/>",
            "<use href=\"data:image/png,x\"/>",
            "<use xlink:href=\"other.svg#a\"/>",
            "<path xml:base=\"https://a.example/\"/>",
            "<style>@import 'x'</style>",
            "<style>@\\69mport 'x'</style>",
            "<style>a { fill: u\\72l(https://a.example/) }</style>",
            "<style>a { background: image-set('https://a.example/x' 1x) }</style>",
            "<path style=\"fill:url(&quot;https://a.example/x#a&quot;)\"/>",
            "<path fill=\"url( 'https://a.example/x#a')\"/>",
            "<path fill=\"URL(//a.example/x#a)\"/>",
            "<path>",
        ] {
            assert!(!is_harmless(svg(inner).as_bytes()), "{inner}");
        }

        let empty = svg("");
        for text in [
            "<html></html>".to_owned(),
            "<svg></svg>".to_owned(),
            format!("<html>{empty}</html>"),
            format!("<?xml-stylesheet type=\"text/xsl\" href=\"/x.xsl\"?>{empty}"),
            format!("<!DOCTYPE svg SYSTEM \"http://a.example/\">{empty}"),
            format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{empty}"),
            format!(
                "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\" [<!ENTITY a \"b\">]>{empty}"
            ),
        ] {
            assert!(!is_harmless(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn texts_ids_and_notes_of_drawing_programs_are_harmless() {
        for inner in [
            "<path d=\"M0 0\"/><use href=\"#a\"/><use xlink:href=\"#a\"/>",
            "<title>Player one</title>",
            "<g id=\"once\"/>",
            "<text font-family=\"Only Sans\" xml:space=\"preserve\">Welcome online, on=1</text>",
            "<desc>&lt;script> javascript: @import</desc>",
            "<a href=\"/page/#on\"><path/></a>",
            "<image href=\"data:image/png;base64,AAAA\"/>",
            "<style>@font-face { src: url('data:font/woff2;base64,AA') } a { fill: url(#b) }</style>",
            "<path fill=\"url(#a)\" style=\"mask: url('#b')\" transform=\"scale(2)\"/>",
            "<i:layer xmlns:i=\"http://www.inkscape.org/namespaces/inkscape\" onset=\"1\"/>",
            "<metadata><r:RDF xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" r:about=\"\"/></metadata>",
        ] {
            assert!(is_harmless(svg(inner).as_bytes()), "{inner}");
        }
        let head = "\u{feff}<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">";
        assert!(is_harmless(format!("{head}{}", svg("")).as_bytes()));
    }

    #[test]
    fn the_document_type_is_removed_only_where_it_is_one() {
        let picture = svg("<path d=\"M0 0\"/>");
        let standard = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">";
        for start in [
            String::new(),
            standard.to_owned(),
            format!(
                "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Generator -->\n{standard}\n"
            ),
        ] {
            assert!(is_harmless(format!("{start}{picture}").as_bytes()), "{start}");
        }
        for text in [
            svg("<!--<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG --><script>alert(1)</script>-->"),
            "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a><svg xmlns='http://www.w3.org/2000/svg'></svg><?x \"><svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/><?y ?>".to_owned(),
            format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{picture}"),
            format!("<?xml version=\"1.0\" encoding='ISO-2022-JP'?>{picture}"),
        ] {
            assert!(!is_harmless(text.as_bytes()), "{text}");
        }
    }
}
