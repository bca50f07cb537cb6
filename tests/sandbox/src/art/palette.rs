//! The colours of a picture, which depend on the first word of its name.

use super::Subject;

/// The colours of a picture: `deep` at the edge, `glow` in the middle, and `light`, which
/// contrasts with both.
pub(super) struct Palette {
    pub(super) deep: String,
    pub(super) glow: String,
    pub(super) light: String,
}

const NAMED: [(&str, [&str; 3]); 22] = [
    ("Amber", ["#34150a", "#c26a1c", "#ffd694"]),
    ("Silver", ["#182230", "#6d8299", "#eef5fb"]),
    ("Crimson", ["#23050d", "#a81f37", "#ffb0b3"]),
    ("Velvet", ["#1b0730", "#7a2f9c", "#eac4ff"]),
    ("Misty", ["#1c2c33", "#7399a1", "#e9f6f3"]),
    ("Golden", ["#33200a", "#c9921f", "#ffe9a8"]),
    ("Gold", ["#33200a", "#d39a22", "#ffe9a8"]),
    ("Copper", ["#260e09", "#b15a34", "#ffcaa6"]),
    ("Northern", ["#041a2a", "#1f857f", "#a9f7d6"]),
    ("Midnight", ["#05081d", "#2f3b8f", "#cbd6ff"]),
    ("Painted", ["#240c36", "#d2587d", "#ffe28f"]),
    ("Frozen", ["#0a2038", "#5ba4d3", "#f4fcff"]),
    ("Wandering", ["#231810", "#86914f", "#f5e7b3"]),
    ("Hidden", ["#0a1a13", "#2f7354", "#c6f3cf"]),
    ("Electric", ["#0a0826", "#5d34da", "#86f8ff"]),
    ("Quiet", ["#171a2c", "#5a6696", "#e3e8ff"]),
    ("Thunder", ["#101019", "#4d5379", "#ffec7d"]),
    ("Royal", ["#0f0731", "#5230bb", "#ffdb78"]),
    ("Paper", ["#2f2219", "#b4906a", "#fff7e8"]),
    ("Emerald", ["#021d15", "#129266", "#bfffe0"]),
    ("Lucky", ["#0a2210", "#3f9a3c", "#f8ec7c"]),
    ("Moonlit", ["#070b24", "#3a4796", "#e6ecff"]),
];

impl Palette {
    /// Returns the palette for the first word of the name. For an unknown word, the hue is derived
    /// from the subject.
    pub(super) fn of(subject: &Subject) -> Palette {
        let first = subject.name.split_whitespace().next().unwrap_or("");
        let named = NAMED.iter().find(|(word, _)| *word == first);
        let [deep, glow, light] = named.map_or_else(
            || {
                let hue = match subject.category {
                    "Halloween" => 262 + subject.pick(3, 40),
                    "Holiday Games" => 206 + subject.pick(3, 30),
                    "Table Games" => {
                        [152, 214, 346][usize::try_from(subject.pick(3, 3)).unwrap_or(0)]
                    }
                    _ => subject.pick(3, 360),
                };
                [
                    format!("hsl({hue} 60% 10%)"),
                    format!("hsl({hue} 55% 38%)"),
                    format!("hsl({} 90% 80%)", (hue + 150) % 360),
                ]
            },
            |(_, colours)| colours.map(str::to_owned),
        );
        Palette { deep, glow, light }
    }
}
