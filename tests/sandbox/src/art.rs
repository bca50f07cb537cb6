//! Pictures of the invented games, drawn from their names, so that a lobby looks like one without a file of anybody's.

use std::fmt::Write;

use crate::html;

/// What a picture is drawn from.
pub(crate) struct Subject<'a> {
    pub(crate) game: i64,
    pub(crate) machine: i64,
    pub(crate) category: &'a str,
    pub(crate) name: &'a str,
}

/// A number in `0..below` that is always the same for the same subject and turn.
fn pick(subject: &Subject, turn: u64, below: u64) -> u64 {
    let start = subject.name.bytes().fold(turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x51_7c_c1_b7, |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mixed =
        (start ^ subject.game.unsigned_abs() ^ (subject.machine.unsigned_abs() << 20)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed >> 33) % below
}

/// The picture of a game, 4 to 3.
pub(crate) fn draw(subject: &Subject) -> String {
    let hue = pick(subject, 1, 360);
    let other = (hue + 30 + pick(subject, 2, 80)) % 360;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 240\" role=\"img\"><title>{name}</title>\
         <linearGradient id=\"b\" x2=\"1\" y2=\"1\"><stop stop-color=\"hsl({hue} 55% 26%)\"/>\
         <stop offset=\"1\" stop-color=\"hsl({other} 60% 14%)\"/></linearGradient>\
         <rect width=\"320\" height=\"240\" fill=\"url(#b)\"/>",
        name = html::text(subject.name),
    );
    motif(subject, hue, &mut svg);
    title(subject.name, &mut svg);
    svg.push_str("</svg>");
    svg
}

/// Shapes that tell the categories apart: reels, cards, balls, a curve, coins.
fn motif(subject: &Subject, hue: u64, svg: &mut String) {
    let light = format!("hsl({} 85% 68%)", (hue + 180) % 360);
    match subject.category {
        "Video Poker" | "Table Games" => {
            for card in 0..5 {
                let (x, turn) = (58 + card * 42, i64::try_from(card).unwrap_or(0) * 9 - 18);
                let _ = write!(
                    svg,
                    "<g transform=\"translate({x} 92) rotate({turn})\"><rect x=\"-20\" y=\"-30\" width=\"40\" height=\"60\" rx=\"5\" \
                     fill=\"#fdf7e8\"/><circle r=\"9\" fill=\"hsl({} 70% 42%)\"/></g>",
                    pick(subject, 10 + card, 360)
                );
            }
        }
        "Crash Games" => {
            let top = 30 + pick(subject, 3, 40);
            let _ = write!(
                svg,
                "<path d=\"M20 168C150 164 220 130 {x} {top}\" fill=\"none\" stroke=\"{light}\" stroke-width=\"9\" \
                 stroke-linecap=\"round\"/><circle cx=\"{x}\" cy=\"{top}\" r=\"14\" fill=\"#fff\"/>",
                x = 250 + pick(subject, 4, 45)
            );
        }
        "Specialty" => {
            for ball in 0..9 {
                let (x, y) = (50 + (ball % 5) * 54, 62 + (ball / 5) * 62 + pick(subject, 20 + ball, 12));
                let _ = write!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" fill=\"hsl({} 75% 55%)\"/>",
                    pick(subject, 40 + ball, 360)
                );
            }
        }
        _ => {
            for reel in 0..3 {
                let x = 34 + reel * 88;
                let _ =
                    write!(svg, "<rect x=\"{x}\" y=\"36\" width=\"76\" height=\"124\" rx=\"10\" fill=\"#fff\" opacity=\".13\"/>");
                let sides = 3 + pick(subject, 60 + reel, 5);
                let points = polygon(x + 38, 98, 30, sides);
                let _ = write!(svg, "<polygon points=\"{points}\" fill=\"{light}\"/>");
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a drawing's numbers are small")]
fn polygon(x: u64, y: u64, radius: u64, sides: u64) -> String {
    (0..sides).fold(String::new(), |points, side| {
        let angle = std::f64::consts::TAU * side as f64 / sides as f64 - std::f64::consts::FRAC_PI_2;
        let at = |centre: u64, part: f64| centre as f64 + radius as f64 * part;
        format!("{points}{:.1},{:.1} ", at(x, angle.cos()), at(y, angle.sin()))
    })
}

/// The name in one line, smaller where it is long.
fn title(name: &str, svg: &mut String) {
    let size = (560 / name.chars().count().max(1)).clamp(16, 32);
    let _ = write!(
        svg,
        "<rect y=\"178\" width=\"320\" height=\"62\" fill=\"#000\" opacity=\".45\"/><text x=\"160\" y=\"{y}\" fill=\"#fff\" \
         font-family=\"sans-serif\" font-weight=\"700\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
        html::text(name),
        y = 209 + size / 3,
    );
}
