//! SVG pictures of the invented games and coupons, generated from their names. They give the
//! lobby a realistic look without image files. A game picture has no visible text, because the
//! site shows the name next to it.

mod coupon;
mod palette;
mod scenes;
mod tables;

use std::fmt::Write;

use crate::html;
pub(crate) use coupon::coupon;
use palette::Palette;

/// The data from which a picture is generated.
pub(crate) struct Subject<'a> {
    pub(crate) game: i64,
    pub(crate) machine: i64,
    pub(crate) category: &'a str,
    pub(crate) name: &'a str,
}

impl Subject<'_> {
    /// Returns a pseudo-random number in `0..below`, which depends only on the subject and on
    /// `turn`.
    fn pick(&self, turn: u64, below: u64) -> u64 {
        let start = self
            .name
            .bytes()
            .fold(turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x51_7c_c1_b7, |seed, byte| {
                (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        let mixed = (start ^ self.game.unsigned_abs() ^ (self.machine.unsigned_abs() << 20))
            .wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed >> 33) % below
    }

    fn has(&self, noun: &str) -> bool {
        self.name.split_whitespace().any(|part| part == noun)
    }
}

/// Returns the picture of a game as SVG, with an aspect ratio of 4 to 3. The name determines the
/// background colours; the category and the name determine the scene and its decorations.
pub(crate) fn draw(subject: &Subject) -> String {
    let palette = Palette::of(subject);
    let Palette { deep, glow, light } = &palette;
    let (x, y) = (90 + subject.pick(1, 140), 50 + subject.pick(2, 60));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 240\" role=\"img\"><title>{name}</title>\
         <radialGradient id=\"g\" gradientUnits=\"userSpaceOnUse\" cx=\"{x}\" cy=\"{y}\" r=\"240\"><stop stop-color=\"{glow}\"/>\
         <stop offset=\"1\" stop-color=\"{deep}\"/></radialGradient><rect width=\"320\" height=\"240\" fill=\"url(#g)\"/>",
        name = html::escape(subject.name),
    );

    match subject.category {
        "Video Poker" => tables::poker(subject, &palette, &mut svg),
        "Table Games" => tables::table(subject, &palette, &mut svg),
        "Specialty" => tables::specialty(subject, &palette, &mut svg),
        "Crash Games" => tables::crash(subject, &palette, &mut svg),
        "Halloween" => scenes::halloween(subject, &palette, &mut svg),
        "Holiday Games" => scenes::holiday(subject, &palette, &mut svg),
        "Progressives" => {
            rays(light, &mut svg);
            scenes::scene(subject, &palette, &mut svg);
            coins(&mut svg);
        }
        category => {
            scenes::scene(subject, &palette, &mut svg);
            if category == "New Games" {
                sparkles(subject, &mut svg);
            }
        }
    }

    svg.push_str("</svg>");
    svg
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

fn coins(svg: &mut String) {
    svg.push_str("<path d=\"");
    for (x, count) in [(244, 3), (276, 5)] {
        for coin in 0..count {
            let _ = write!(svg, "M{x} {}a17 7 0 1 0 34 0a17 7 0 1 0-34 0", 224 - coin * 9);
        }
    }
    svg.push_str("\" fill=\"#ffcf6b\" stroke=\"#9a5b12\" stroke-width=\"2\"/>");
}

fn sparkles(subject: &Subject, svg: &mut String) {
    for turn in 0..4 {
        let (x, y) =
            (20 + turn * 76 + subject.pick(70 + turn, 40), 22 + subject.pick(80 + turn, 70));
        let _ =
            write!(svg, "<path d=\"M{x} {y}m0-10l2 8 8 2-8 2-2 8-2-8-8-2 8-2z\" fill=\"#fff\"/>");
    }
}
