//! Scenes for slots, selected by a noun in the name, and scenes for two seasonal categories.

use std::fmt::Write;

use super::Subject;
use super::palette::Palette;

const STARS: [(u64, u64); 7] =
    [(28, 34), (70, 70), (112, 22), (190, 44), (236, 20), (286, 62), (150, 78)];

/// Draws the scene for the noun in the name. In the drawings, `{l}`, `{d}` and `{g}` are
/// placeholders for the colours `light`, `deep` and `glow` of the palette.
pub(super) fn scene(subject: &Subject, palette: &Palette, svg: &mut String) {
    let found = SCENES.iter().find(|(noun, _)| subject.has(noun));
    let (noun, drawing) = found.unwrap_or(&SCENES[0]);
    if matches!(*noun, "Comet" | "Lantern" | "Harbour" | "Temple" | "Compass") {
        stars(subject, &palette.light, svg);
    }
    // Games with the same noun differ in position, orientation and size.
    let (x, y) = (144 + subject.pick(4, 33), 112 + subject.pick(5, 17));
    let (mirror, size) = (
        if subject.pick(6, 2) == 0 { "" } else { "-" },
        ["0.9", "1", "1.1"][usize::try_from(subject.pick(7, 3)).unwrap_or(0)],
    );
    let _ = write!(svg, "<g transform=\"translate({x} {y}) scale({mirror}{size} {size})\">");
    svg.push_str(&filled(drawing, palette));
    svg.push_str("</g>");
}

fn filled(drawing: &str, palette: &Palette) -> String {
    drawing
        .replace("{l}", &palette.light)
        .replace("{d}", &palette.deep)
        .replace("{g}", &palette.glow)
}

fn stars(subject: &Subject, light: &str, svg: &mut String) {
    let _ = write!(svg, "<g fill=\"{light}\" opacity=\".7\">");
    for (at, (x, y)) in (0..).zip(STARS) {
        let _ = write!(
            svg,
            "<circle cx=\"{}\" cy=\"{y}\" r=\"1.{}\"/>",
            x + subject.pick(30 + at, 24),
            subject.pick(40 + at, 10)
        );
    }
    svg.push_str("</g>");
}

/// Scenes by noun. Their origin is the centre of the picture, which is 320 wide and 240 high.
const SCENES: [(&str, &str); 13] = [
    (
        "Rush",
        "<path d=\"M-190 60q60-50 120-20t120-20 140 30v90h-380z\" fill=\"{d}\"/><g fill=\"#ffc74f\" stroke=\"#7d4a0c\" stroke-width=\"3\"><path d=\"M-70 62l16-30 34-6 24 20 2 26-38 14z\"/><path d=\"M-6 70l12-40 42-10 30 26-6 34-50 8z\"/><path d=\"M-34 34l14-34 36-4 22 24-8 30-40 8z\"/></g><path d=\"M-54 32l34-6 6 20-30 16zM6 30l42-10 4 26-34 14zM-20 0l36-4 4 22-30 12z\" fill=\"#fff\" opacity=\".45\"/>",
    ),
    (
        "Harbour",
        "<circle cx=\"52\" cy=\"-48\" r=\"34\" fill=\"{l}\"/><path d=\"M-190 34h380v120h-380z\" fill=\"{d}\"/><path d=\"M24 44h56M12 58h80M30 72h44\" stroke=\"{l}\" stroke-width=\"5\" opacity=\".5\"/><path d=\"M-104 40l8-96h24l8 96z\" fill=\"#fdf3e2\"/><path d=\"M-101 10h34l2 16h-38zM-98-24h28l2 16h-32zM-98-56h28v-16l-14-12-14 12z\" fill=\"#d8503c\"/><path d=\"M-70-66l150-26v44z\" fill=\"{l}\" opacity=\".3\"/>",
    ),
    (
        "Comet",
        "<path d=\"M58 34C-10 10-90-40-150-96-84-70-8-34 66-8z\" fill=\"{l}\" opacity=\".4\"/><path d=\"M60 36C6 22-54-4-120-52-54-26 6-14 66-4z\" fill=\"{l}\" opacity=\".75\"/><circle cx=\"66\" cy=\"16\" r=\"27\" fill=\"#fff\"/><circle cx=\"74\" cy=\"22\" r=\"17\" fill=\"{l}\"/>",
    ),
    (
        "Compass",
        "<circle r=\"78\" fill=\"{d}\" stroke=\"{l}\" stroke-width=\"8\"/><circle r=\"62\" fill=\"none\" stroke=\"{l}\" stroke-width=\"2\" stroke-dasharray=\"2 14\"/><path d=\"M0-58L13-13 58 0 13 13 0 58-13 13-58 0-13-13z\" fill=\"{g}\"/><path d=\"M18-50L10 10-18 50-10-10z\" fill=\"#fdf3e2\"/><path d=\"M18-50L10 10-10-10z\" fill=\"#e2503c\"/><circle r=\"7\" fill=\"{l}\"/>",
    ),
    (
        "Canyon",
        "<circle cx=\"30\" cy=\"-34\" r=\"40\" fill=\"{l}\"/><path d=\"M-190 20l50-6 16-44h56l14 50 40 4 22-58h60l18 60 104 6v110h-380z\" fill=\"{g}\"/><path d=\"M-190 58l70-10 24-34h40l22 42 60 10 36-28h56l72 30v80h-380z\" fill=\"{d}\"/><path d=\"M-20 140l14-50 26-10 8 60z\" fill=\"{l}\" opacity=\".6\"/>",
    ),
    (
        "Temple",
        "<path d=\"M-190 84q190-40 380 0v60h-380z\" fill=\"{d}\"/><g fill=\"{l}\"><path d=\"M-100 40q40-4 46-26H54q6 22 46 26zM-78-6q32-4 38-24h80q6 20 38 24zM-54-46q24-6 30-26l24-22 24 22q6 20 30 26z\"/></g><path d=\"M-66 40H66v48H-66zM-46-6h92v20h-92zM-28-46h56v16h-56z\" fill=\"#b23a2e\"/><path d=\"M-14 52h28v36h-28z\" fill=\"{d}\"/>",
    ),
    (
        "Lantern",
        "<circle r=\"96\" fill=\"{l}\" opacity=\".22\"/><path d=\"M0-120v44\" stroke=\"{l}\" stroke-width=\"4\"/><path d=\"M-30-62h60q34 28 34 62t-34 62h-60q-34-28-34-62t34-62z\" fill=\"#ff6b4a\"/><path d=\"M-12-62h24q18 28 18 62T12 62h-24q-18-28-18-62t18-62z\" fill=\"#ffc86f\"/><path d=\"M-36-74h72v14h-72zM-36 60h72v14h-72z\" fill=\"#fff0d6\"/><path d=\"M0 74v44M-10 78v26M10 78v26\" stroke=\"{l}\" stroke-width=\"4\"/>",
    ),
    (
        "Galleon",
        "<path d=\"M-6-92v130M-58-60v96M48-64v100\" stroke=\"{d}\" stroke-width=\"6\"/><path d=\"M-6-90q44 26 0 70zM-58-62q34 22 0 56zM48-66q36 22 0 58zM-6-16q46 22 0 46zM-58-2q34 16 0 34zM48-4q34 16 0 36z\" fill=\"#fff3df\"/><path d=\"M-104 30h196l26-18-22 66q-90 22-176 0z\" fill=\"#6b3a20\"/><path d=\"M-96 44h186\" stroke=\"{l}\" stroke-width=\"5\"/><path d=\"M-190 74q24-14 48 0t48 0 48 0 48 0 48 0 48 0 48 0 44 0v80h-380z\" fill=\"{d}\"/>",
    ),
    (
        "Parade",
        "<path d=\"M-170-80Q-60-20 0-52t170-30\" fill=\"none\" stroke=\"{l}\" stroke-width=\"4\"/><path d=\"M-140-66l30 10-18 30zM-96-50l30 4-14 32zM-50-42l30-2-10 32zM50-62l30-6-6 34zM98-70l30-8-4 34z\" fill=\"#ff7a59\"/><path d=\"M-14-46l28-6-6 34z\" fill=\"#ffe07a\"/><path d=\"M-44 100l14-92h60l14 92z\" fill=\"#e2503c\"/><path d=\"M-22 8h12l-4 92h-16zM10 8h12l8 92H14z\" fill=\"#fff\"/><ellipse cy=\"8\" rx=\"32\" ry=\"9\" fill=\"{l}\"/><path d=\"M0 4l-22-52M0 4l26-46M0 4v-60\" stroke=\"{l}\" stroke-width=\"4\"/>",
    ),
    (
        "Orchard",
        "<path d=\"M-190 70q190-34 380 0v80h-380z\" fill=\"{d}\"/><path d=\"M-10 84q8-40-2-70h26q-8 32 4 70z\" fill=\"#5a3520\"/><path d=\"M-86 0a40 40 0 0 1 36-48 56 56 0 0 1 100-8A44 44 0 0 1 84 16 40 40 0 0 1 40 40h-80a38 38 0 0 1-46-40z\" fill=\"#3f8f4f\"/><path d=\"M-60-6a34 34 0 0 1 40-36 40 40 0 0 1 60-8\" fill=\"none\" stroke=\"#8fd08a\" stroke-width=\"8\" opacity=\".6\"/><g fill=\"#ff5b45\"><circle cx=\"-50\" cy=\"4\" r=\"11\"/><circle cx=\"-8\" cy=\"-22\" r=\"11\"/><circle cx=\"36\" cy=\"-8\" r=\"11\"/><circle cx=\"2\" cy=\"18\" r=\"11\"/><circle cx=\"58\" cy=\"18\" r=\"11\"/></g>",
    ),
    (
        "Meadow",
        "<circle cx=\"-60\" cy=\"-46\" r=\"36\" fill=\"{l}\"/><path d=\"M-190 24q90-60 190-10t190-14v150h-380z\" fill=\"{g}\"/><path d=\"M-190 60q120-40 220-4t160-6v100h-380z\" fill=\"{d}\"/><path d=\"M-70 110V50M0 116V36M70 114V58\" stroke=\"#4f9a5a\" stroke-width=\"6\"/><g fill=\"#ff8f6b\"><circle cx=\"-70\" cy=\"44\" r=\"18\"/><circle cx=\"70\" cy=\"52\" r=\"18\"/></g><circle cy=\"30\" r=\"24\" fill=\"#fff3df\"/><g fill=\"#ffcf5c\"><circle cx=\"-70\" cy=\"44\" r=\"7\"/><circle cx=\"70\" cy=\"52\" r=\"7\"/><circle cy=\"30\" r=\"10\"/></g>",
    ),
    (
        "Fox",
        "<path d=\"M-76-80l46 34h60l46-34 8 74Q70 40 0 84-70 40-84-6z\" fill=\"#e8793a\"/><path d=\"M-84-6Q-40-2-22 36L0 84Q-70 40-84-6zM84-6Q40-2 22 36L0 84q70-44 84-90z\" fill=\"#fff3df\"/><path d=\"M-64-60l24 20-20 14zM64-60L40-40l20 14z\" fill=\"#4a1d12\"/><path d=\"M-46 4l26 6-18 10zM46 4L20 10l18 10zM-12 66L0 84l12-18q-12-8-24 0z\" fill=\"#24100c\"/>",
    ),
    (
        "Tiger",
        "<circle cx=\"-62\" cy=\"-58\" r=\"24\" fill=\"#c9661c\"/><circle cx=\"62\" cy=\"-58\" r=\"24\" fill=\"#c9661c\"/><path d=\"M0-84c56 0 88 38 88 82S50 86 0 86-88 42-88-2-56-84 0-84z\" fill=\"#f2963a\"/><path d=\"M0 18c34-10 56 6 50 30S22 86 0 86s-44-14-50-38 16-40 50-30z\" fill=\"#fff3df\"/><path d=\"M-7-84h14l-7 40zM-34-80l12 2 2 34zM34-80l-12 2-2 34zM-88-6l34 8-32 10zM88-6L54 2l32 10zM-80 26l30 2-22 14zM80 26l-30 2 22 14zM-44-14l28 8-18 10zM44-14l-28 8 18 10zM-16 34h32L0 50z\" fill=\"#2a120a\"/>",
    ),
];

/// Draws a night with a moon and one of four objects in front of it.
pub(super) fn halloween(subject: &Subject, palette: &Palette, svg: &mut String) {
    stars(subject, &palette.light, svg);
    let objects = [
        "<path d=\"M0-44q10-24 26-22\" fill=\"none\" stroke=\"#4f8a3a\" stroke-width=\"10\"/><path d=\"M0-40c52-20 96 10 90 62S40 96 0 90s-84 0-90-68 38-82 90-62z\" fill=\"#f08a24\"/><path d=\"M-52 6l20-26 20 26zM12 6l20-26 20 26zM-60 36q60 44 120 0l-18 34-14-12-14 16-14-14-14 14-14-16-14 12z\" fill=\"#2a0f08\"/>",
        "<path d=\"M-90 90V10l30-34 18 20V-40l42-46 42 46v36l18-20L90 10v80z\" fill=\"#140818\"/><path d=\"M-12 90V50q12-16 24 0v40zM-66 30h20v26h-20zM46 30h20v26H46zM-10-34h20v28h-20z\" fill=\"#ffc34d\"/>",
        "<path d=\"M-90 6h180q4 84-56 84h-68q-60 0-56-84z\" fill=\"#1a1020\"/><ellipse cy=\"6\" rx=\"94\" ry=\"18\" fill=\"#7be06a\"/><g fill=\"#a8f58f\"><circle cx=\"-34\" cy=\"-24\" r=\"14\"/><circle cx=\"20\" cy=\"-44\" r=\"20\"/><circle cx=\"54\" cy=\"-14\" r=\"9\"/></g>",
        "<path d=\"M0 30q-20-26-44-12-24-34-64-24Q-78-30-46-22L-14-40l4-18 10 12 10-12 4 18 32 18q32-8 62 16-40-10-64 24-24-14-44 12z\" fill=\"#120616\"/>",
    ];
    let object = objects[usize::try_from(subject.pick(9, 4)).unwrap_or(0)];
    let _ = write!(
        svg,
        "<circle cx=\"{}\" cy=\"92\" r=\"66\" fill=\"#ffe9b8\"/><path d=\"M0 214q160-40 320 0v30H0z\" fill=\"#0d0512\"/><g transform=\"translate({} 122)\">{object}</g>",
        90 + subject.pick(10, 140),
        146 + subject.pick(11, 30),
    );
}

/// Draws a night with snow and one of four objects.
pub(super) fn holiday(subject: &Subject, palette: &Palette, svg: &mut String) {
    let objects = [
        "<path d=\"M0-96l46 66H24l44 56H38l46 60H-84l46-60h-30l44-56h-22z\" fill=\"#1f8a5b\"/><path d=\"M-10 86h20v24h-20z\" fill=\"#6b3a20\"/><path d=\"M0-112l6 12 14 2-10 10 2 14-12-6-12 6 2-14-10-10 14-2z\" fill=\"#ffd95e\"/><g fill=\"#ff6b57\"><circle cx=\"-18\" cy=\"-14\" r=\"8\"/><circle cx=\"22\" cy=\"30\" r=\"8\"/><circle cx=\"-34\" cy=\"62\" r=\"8\"/></g>",
        "<path d=\"M-76-20H76v112H-76z\" fill=\"#d43d3d\"/><path d=\"M-86-46H86v30H-86zM-14-46h28V92h-28z\" fill=\"#ffe08a\"/><path d=\"M0-46q-60-4-50-34t50 34q-6-70 34-60T0-46z\" fill=\"#fff3df\"/>",
        "<circle cy=\"48\" r=\"52\" fill=\"#fff\"/><circle cy=\"-32\" r=\"36\" fill=\"#fff\"/><path d=\"M-34-56h68l-8-44h-52zM-46-60h92v10h-92z\" fill=\"#1c1f3a\"/><path d=\"M-32-8h64v14h-64z\" fill=\"#e2503c\"/><path d=\"M0-32l34 8L0-22z\" fill=\"#ff9a3d\"/><circle cx=\"-13\" cy=\"-42\" r=\"5\"/><circle cx=\"13\" cy=\"-42\" r=\"5\"/>",
        "<path d=\"M-110 70h200q30 0 34-30\" fill=\"none\" stroke=\"#ffd95e\" stroke-width=\"9\"/><path d=\"M-92 56L-112-20h34l22 36h84l20-50h44l-10 90z\" fill=\"#c9303c\"/><path d=\"M-30 12q10-70 60-60t44 60z\" fill=\"#8a5a34\"/>",
    ];
    let object = objects[usize::try_from(subject.pick(9, 4)).unwrap_or(0)];
    let _ = write!(
        svg,
        "<path d=\"M0 206q80-36 160-10t160-14v60H0z\" fill=\"#eef6ff\"/><g transform=\"translate({} 122)\">{object}</g><g fill=\"{}\">",
        140 + subject.pick(10, 40),
        palette.light,
    );
    for flake in 0..14 {
        let (x, y) = (subject.pick(100 + flake, 320), subject.pick(130 + flake, 200));
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", 2 + flake % 3);
    }
    svg.push_str("</g>");
}
