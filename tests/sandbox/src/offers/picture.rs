//! SVG pictures of coupons. Each shows the value of the coupon in large type between two lanterns.

use std::fmt::Write;

use crate::html;
use crate::offers::catalogue::Offer;

/// Returns the picture of a coupon as SVG, with an aspect ratio of 8 to 5. The coupon code
/// determines the colours.
pub(crate) fn coupon(offer: &Offer) -> String {
    let hue = hue(&offer.code);
    let (deep, glow) = (format!("hsl({hue} 60% 10%)"), format!("hsl({hue} 55% 38%)"));
    let light = format!("hsl({} 90% 80%)", (hue + 150) % 360);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 200\" role=\"img\"><title>{name}</title>\
         <radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"160\" cy=\"110\" r=\"200\"><stop stop-color=\"{glow}\"/>\
         <stop offset=\"1\" stop-color=\"{deep}\"/></radialGradient><rect width=\"320\" height=\"200\" fill=\"url(#g)\"/>",
        name = html::escape(&offer.title),
    );

    rays(&light, &mut svg);
    lantern(40, 58, &mut svg);
    lantern(280, 38, &mut svg);

    let figure = figure(offer);
    let size = if figure.chars().count() > 4 { 66 } else { 88 };
    let _ = write!(
        svg,
        "<text x=\"160\" y=\"{}\" font-family=\"Georgia,serif\" font-size=\"{size}\" font-weight=\"700\" text-anchor=\"middle\" \
         fill=\"#fff3df\" stroke=\"{deep}\" stroke-width=\"10\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text></svg>",
        110 + size / 3,
        html::escape(&figure),
    );

    svg
}

/// Returns the value of an offer as a short text. This is the largest percentage of its steps,
/// otherwise its amount, otherwise its spins, otherwise the first word of the title.
fn figure(offer: &Offer) -> String {
    match (offer.steps.iter().filter_map(|step| step.percent).max(), offer.amount, offer.spins) {
        (Some(percent), _, _) => format!("{percent}%"),
        (None, cents, _) if cents > 0 => format!("${}", cents / 100),
        (None, _, Some(spins)) => format!("{spins}\u{d7}"),
        _ => offer.title.split_whitespace().next().unwrap_or_default().to_owned(),
    }
}

/// Draws a paper lantern that hangs from the top edge.
fn lantern(x: i32, y: i32, svg: &mut String) {
    let _ = write!(
        svg,
        "<g transform=\"translate({x} {y})\"><path d=\"M0-{y}V-24\" stroke=\"#ffcf6b\" stroke-width=\"2\"/>\
         <ellipse rx=\"24\" ry=\"28\" fill=\"#e8542f\"/><ellipse rx=\"13\" ry=\"28\" fill=\"#ff8a4a\"/>\
         <path d=\"M-12-29h24v6h-24zM-12 23h24v6h-24z\" fill=\"#ffcf6b\"/><path d=\"M0 29v22\" stroke=\"#ffcf6b\" stroke-width=\"4\"/></g>"
    );
}

/// Returns a hue in degrees, which depends only on the code.
fn hue(code: &str) -> u64 {
    let start = 3_u64.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x51_7c_c1_b7;
    let seed = code
        .bytes()
        .fold(start, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (seed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 33) % 360
}

fn rays(light: &str, svg: &mut String) {
    let _ = write!(svg, "<g fill=\"{light}\" opacity=\".13\">");
    for ray in 0..6 {
        let _ = write!(
            svg,
            "<path d=\"M160 118L136-140H184Z\" transform=\"rotate({} 160 118)\"/>",
            ray * 60 + 15
        );
    }
    svg.push_str("</g>");
}
