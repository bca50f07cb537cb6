//! Pictures of video poker, table games, specialty games and crash games.

use std::fmt::Write;

use super::Subject;
use super::palette::Palette;

/// Paths and colours of the card suits: hearts, spades, diamonds and clubs. Each path is about 20
/// high and has its origin in its centre.
const SUITS: [(&str, &str); 4] = [
    ("M0 10C-18-4-10-14 0-6 10-14 18-4 0 10z", "#c8312f"),
    ("M0-11C18 3 10 11 1 5L4 11H-4L-1 5C-10 11-18 3 0-11z", "#221a2c"),
    ("M0-12L9 0 0 12-9 0z", "#c8312f"),
    ("M0-11a5 5 0 0 1 4 9 5 5 0 1 1-3 7l3 6H-4l3-6a5 5 0 1 1-3-7 5 5 0 0 1 4-9z", "#221a2c"),
];

fn suit(index: u64) -> (&'static str, &'static str) {
    SUITS[usize::try_from(index % 4).unwrap_or(0)]
}

/// Draws a card of 62 by 88 with a large and a small symbol of its suit. A card of a suit that
/// the picture already contains is drawn with `<use>`.
fn card(x: i64, y: i64, turn: i64, suit_index: u64, svg: &mut String) {
    let (suit_index, (path, colour)) = (suit_index % 4, suit(suit_index));
    let transform = format!("transform=\"translate({x} {y}) rotate({turn})\"");
    if svg.contains(&format!("id=\"k{suit_index}\"")) {
        let _ = write!(svg, "<use href=\"#k{suit_index}\" {transform}/>");
        return;
    }
    let paper = if svg.contains("id=\"c\"") {
        "<use href=\"#c\"/>"
    } else {
        "<rect id=\"c\" x=\"-31\" y=\"-44\" width=\"62\" height=\"88\" rx=\"8\" fill=\"#fdf7ec\" stroke=\"#b9a890\"/>"
    };
    let _ = write!(
        svg,
        "<g {transform}><g id=\"k{suit_index}\">{paper}<g fill=\"{colour}\"><path id=\"s{suit_index}\" d=\"{path}\" transform=\"scale(1.9)\"/>\
         <use href=\"#s{suit_index}\" transform=\"matrix(.37 0 0 .37-20-31)\"/></g></g></g>",
    );
}

fn chips(x: u64, y: u64, count: u64, colour: &str, svg: &mut String) {
    svg.push_str("<path d=\"");
    for chip in 0..count {
        let _ = write!(svg, "M{} {}a24 10 0 1 0 48 0a24 10 0 1 0-48 0", x - 24, y - chip * 8);
    }
    let _ = write!(
        svg,
        "\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"3\" stroke-dasharray=\"9 7\"/>"
    );
}

/// Draws the table cloth over the lower part of the picture.
fn felt(light: &str, svg: &mut String) {
    let _ = write!(
        svg,
        "<path d=\"M-10 150Q160 96 330 150V250H-10z\" fill=\"#000\" opacity=\".28\"/><path d=\"M-10 154Q160 100 330 154\" fill=\"none\" \
         stroke=\"{light}\" stroke-width=\"3\" opacity=\".6\"/>"
    );
}

/// Draws a hand of five cards as a fan, with rows of cards behind it for multi-hand games.
pub(super) fn poker(subject: &Subject, palette: &Palette, svg: &mut String) {
    felt(&palette.light, svg);
    let extra_rows = match subject.name.split_whitespace().find_map(|word| word.parse::<u64>().ok())
    {
        Some(10 | 52) => 2,
        Some(3) => 1,
        _ => 0,
    };

    for row in 0..extra_rows {
        svg.push_str(if row == 0 {
            "<path id=\"r\" d=\"M64 24h34v12H64zm40 0h34v12h-34zm40 0h34v12h-34zm40 0h34v12h-34zm40 0h34v12h-34z\" fill=\"#fdf7ec\" \
             fill-opacity=\".45\"/>"
        } else {
            "<use href=\"#r\" y=\"-16\"/>"
        });
    }

    let first = subject.pick(10, 4);
    for (index, turn) in (0u64..).zip([-28i64, -14, 0, 14, 28]) {
        let (x, lift) = (160 + turn * 3, turn.abs() * turn.abs() / 26);
        card(x, 136 + lift, turn, if subject.has("Wild") { first } else { first + index }, svg);
    }
}

/// Draws the cloth with a wheel for roulette, or with two or three cards and chips for other games.
pub(super) fn table(subject: &Subject, palette: &Palette, svg: &mut String) {
    felt(&palette.light, svg);
    if subject.has("Roulette") {
        wheel(162, 124, 86, subject, svg);
        return;
    }

    let first = subject.pick(10, 4);
    let spread = 8 + i64::try_from(subject.pick(11, 10)).unwrap_or(0);
    let cards: &[i64] = if subject.has("Blackjack") || subject.has("Baccarat") || subject.has("War")
    {
        &[-1, 1]
    } else {
        &[-2, 0, 2]
    };

    for (index, side) in (0u64..).zip(cards) {
        card(156 + side * 32, 112 + side * side * 3, side * spread, first + index, svg);
    }

    let colours = ["#d64545", "#2f6fd0", "#2c9d6a", "#7a3fb8"];
    let colour = |turn: u64| colours[usize::try_from(subject.pick(12 + turn, 4)).unwrap_or(0)];

    chips(66, 198, 2 + subject.pick(20, 3), colour(0), svg);
    chips(116, 214, 1 + subject.pick(21, 2), colour(1), svg);
    chips(252, 206, 2 + subject.pick(22, 4), colour(2), svg);
}

/// Draws a roulette wheel. Its alternating pockets are one ring with a dashed stroke.
fn wheel(x: u64, y: u64, radius: u64, subject: &Subject, svg: &mut String) {
    let (turn, ball) = (subject.pick(13, 20), subject.pick(14, 360));
    let _ = write!(
        svg,
        "<g transform=\"translate({x} {y}) rotate({turn})\"><circle r=\"{radius}\" fill=\"#5a3218\"/><circle r=\"{ring}\" fill=\"none\" \
         stroke=\"#1c1420\" stroke-width=\"26\"/><circle r=\"{ring}\" fill=\"none\" stroke=\"#c8312f\" stroke-width=\"26\" \
         stroke-dasharray=\"20.2\"/><circle r=\"50\" fill=\"#8a5228\"/><path d=\"M-44 0h88M0-44v88\" stroke=\"#ffd27a\" stroke-width=\"7\"/>\
         <circle r=\"15\" fill=\"#ffd27a\"/><circle cy=\"-{ring}\" r=\"8\" fill=\"#fff\" transform=\"rotate({ball})\"/></g>",
        ring = radius - 22,
    );
}

/// Draws keno balls, a scratch card or a prize wheel.
pub(super) fn specialty(subject: &Subject, palette: &Palette, svg: &mut String) {
    let light = &palette.light;
    match subject.pick(15, 3) {
        0 => {
            for ball in 0..8 {
                let (x, y) =
                    (62 + (ball % 4) * 66, 82 + (ball / 4) * 76 + subject.pick(20 + ball, 18));
                let hue = subject.pick(40 + ball, 360);
                let _ = write!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"31\" fill=\"hsl({hue} 75% 56%)\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"16\" \
                     fill=\"#fff\"/><circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#fff\" opacity=\".7\"/>",
                    x - 17,
                    y - 18
                );
            }
        }
        1 => {
            let _ = write!(
                svg,
                "<g transform=\"rotate(-{} 160 120)\"><rect x=\"58\" y=\"48\" width=\"204\" height=\"144\" rx=\"14\" fill=\"#fdf3df\"/>\
                 <rect x=\"58\" y=\"48\" width=\"204\" height=\"34\" rx=\"14\" fill=\"{light}\"/>",
                4 + subject.pick(16, 7)
            );
            for spot in 0..3 {
                let (path, colour) = suit(subject.pick(30 + spot, 4));
                let x = 98 + spot * 62;
                let _ = write!(
                    svg,
                    "<rect x=\"{}\" y=\"98\" width=\"52\" height=\"72\" rx=\"8\" fill=\"#b9b4c4\"/><path d=\"M{x} 112l18 10-6 20 8 18-26 6-16-12 6-24z\" \
                     fill=\"#fff\"/><path d=\"{path}\" fill=\"{colour}\" transform=\"translate({x} 138) scale(1.4)\"/>",
                    x - 26
                );
            }
            svg.push_str("</g>");
        }
        _ => {
            svg.push_str("<g transform=\"translate(160 126)\"><circle r=\"92\" fill=\"#fdf3df\"/>");
            let hue = subject.pick(17, 360);
            for part in 0..8 {
                let _ = write!(
                    svg,
                    "<path d=\"M0 0L-33-79A86 86 0 0 1 33-79z\" transform=\"rotate({})\" fill=\"hsl({} 70% {}%)\"/>",
                    part * 45,
                    (hue + part * 45) % 360,
                    if part % 2 == 0 { 52 } else { 66 }
                );
            }
            let _ = write!(
                svg,
                "<circle r=\"20\" fill=\"{light}\"/></g><path d=\"M146 20h28l-14 34z\" fill=\"#fff\"/>"
            );
        }
    }
}

/// Draws a rising curve with one of four symbols, such as a rocket or a balloon, at its end.
pub(super) fn crash(subject: &Subject, palette: &Palette, svg: &mut String) {
    let light = &palette.light;
    let (x, y) = (226 + subject.pick(4, 36), 58 + subject.pick(3, 26));

    for line in 0..4 {
        let _ = write!(
            svg,
            "<path d=\"M24 {0}H300\" stroke=\"#fff\" opacity=\".12\"/>",
            44 + line * 46
        );
    }

    let _ = write!(
        svg,
        "<path d=\"M24 206C140 200 {0} 150 {x} {y}V206z\" fill=\"{light}\" opacity=\".22\"/><path d=\"M24 206C140 200 {0} 150 {x} {y}\" \
         fill=\"none\" stroke=\"{light}\" stroke-width=\"8\" stroke-linecap=\"round\"/><g transform=\"translate({x} {y})\">",
        x - 24
    );

    svg.push_str(match subject.pick(18, 4) {
        0 => {
            "<g transform=\"rotate(24)\"><path d=\"M0-46q24 26 16 60h-32q-8-34 16-60z\" fill=\"#fff\"/><path d=\"M-16 2l-16 22 16-6zM16 2l16 22-16-6z\" \
              fill=\"#e2503c\"/><circle cy=\"-12\" r=\"8\" fill=\"#3a7bd5\"/><path d=\"M-9 16h18L0 44z\" fill=\"#ffb23f\"/></g>"
        }
        1 => {
            "<path d=\"M0-50c30 0 40 22 36 42Q28 18 10 28h-20q-18-10-26-36c-4-20 6-42 36-42z\" fill=\"#e2503c\"/><path d=\"M0-50q14 40 4 78h-8q-10-38 4-78z\" \
              fill=\"#ffd27a\"/><path d=\"M-8 36H8v12H-8z\" fill=\"#8a5228\"/>"
        }
        2 => {
            "<path d=\"M0-46l30 40-30 46-30-46z\" fill=\"#3fb58f\"/><path d=\"M0-46v86M-30-6h60\" stroke=\"#fff\" stroke-width=\"3\"/><path d=\"M0 40q-16 14-6 28t-8 26\" \
              fill=\"none\" stroke=\"#fff\" stroke-width=\"3\"/>"
        }
        _ => "<circle r=\"26\" fill=\"#fff\"/><circle r=\"15\" fill=\"#ffb23f\"/>",
    });

    svg.push_str("</g>");
}
