//! Random valid texts in each format, with many ways to write the same values.

/// Pseudorandom numbers from a seed (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    /// Returns true once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// A text in the making.
struct Writer<'a> {
    random: &'a mut Random,
    /// For keys that are unique.
    count: usize,
}

/// Returns a TOML text.
pub(crate) fn toml(random: &mut Random) -> String {
    let mut writer = Writer { random, count: 0 };
    let mut text = String::new();
    if writer.random.once_in(3) {
        text += "# About this file\n\n";
    }
    writer.toml_entries(&mut text, "");

    for table in 0..writer.random.below(4) {
        let blank = if writer.random.once_in(5) { "" } else { "\n" };
        let comment = if writer.random.once_in(3) { "# about the table\n" } else { "" };
        if writer.random.once_in(2) {
            let sub = writer.random.pick(&["", "", ".sub", ".\"sub key\""]);
            text += &format!("{blank}{comment}[table{table}{sub}]{}\n", writer.comment());
            let indent = writer.random.pick(&["", "", "  "]);
            writer.toml_entries(&mut text, indent);
            continue;
        }
        for _ in 0..=writer.random.below(4) {
            text += &format!("{blank}{comment}[[items{table}]]{}\n", writer.comment());
            writer.toml_entries(&mut text, "");
            if writer.random.once_in(4) {
                text += &format!("[items{table}.more]\n");
                writer.toml_entries(&mut text, "  ");
            }
        }
    }
    finished(text, writer.random)
}

/// Returns a YAML text.
pub(crate) fn yaml(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(4) {
        text += "# About this file\n\n";
    }
    let step = if random.once_in(3) { 4 } else { 2 };
    let list_step = if random.once_in(2) { 0 } else { step };
    let mut writer = Writer { random, count: 0 };
    writer.yaml_table(&mut text, 0, (step, list_step), 0, false);
    finished(text, writer.random)
}

/// Returns a JSON text.
pub(crate) fn json(random: &mut Random) -> String {
    let indent = random.pick(&["  ", "\t", "    ", "", "dense"]);
    let mut writer = Writer { random, count: 0 };
    let text = writer.json_value(indent, 0, true);
    finished(text + "\n", writer.random)
}

/// Returns a CSV text.
pub(crate) fn csv(random: &mut Random) -> String {
    let mut text = "id,\"the name\",price\n".to_owned();
    for row in 0..random.below(6) {
        let name = random.pick(&["x", "\"a, b\"", "\"say \"\"hi\"\"\"", "", "\"two\nlines\"", "é"]);
        text += &format!("{row},{name},{}\n", random.pick(&["5.00", "7", "", "\"8\""]));
        text += if random.once_in(6) { "\n" } else { "" };
    }
    finished(text, random)
}

/// Gives a text other line ends, or no final one.
fn finished(mut text: String, random: &mut Random) -> String {
    if random.once_in(4) {
        text.truncate(text.trim_end_matches('\n').len());
    }
    if random.once_in(4) { text.replace('\n', "\r\n") } else { text }
}

impl Writer<'_> {
    fn key(&mut self) -> String {
        self.count += 1;
        format!("{}{}", self.random.pick(&["a", "name", "x-y", "Zeta", "k_"]), self.count)
    }

    fn comment(&mut self) -> &'static str {
        self.random.pick(&["", "", "", " # note", "  # [not] = a, \"value\""])
    }

    fn toml_entries(&mut self, text: &mut String, indent: &str) {
        for _ in 0..self.random.below(5) {
            let key = self.key();
            let key = match self.random.below(6) {
                0 => format!("\"{key} q\""),
                1 => format!("dotted.{key}"),
                _ => key,
            };
            if self.random.once_in(6) {
                *text += &format!("{indent}# about the key\n");
            }
            let equals = self.random.pick(&[" = ", "=", "   =  "]);
            let value = self.toml_value(2);
            *text += &format!("{indent}{key}{equals}{value}{}\n", self.comment());
            *text += if self.random.once_in(8) { "\n" } else { "" };
        }
    }

    fn toml_value(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.once_in(3) {
            let items: Vec<String> =
                (0..self.random.below(5)).map(|_| self.toml_value(depth - 1)).collect();
            return match self.random.below(4) {
                0 => format!("[ {} ]", items.join(" , ")),
                1 if !items.is_empty() => {
                    let lines = items.iter().map(|item| format!("  {item},{}\n", self.comment()));
                    format!("[\n{}]", lines.collect::<String>())
                }
                2 if !items.is_empty() => {
                    let lines: Vec<String> =
                        items.iter().map(|it| format!("    # item\n    {it}")).collect();
                    format!("[\n{} # end\n  ]", lines.join(",\n"))
                }
                _ => format!("[{}]", items.join(", ")),
            };
        }
        if depth > 0 && self.random.once_in(5) {
            let entries: Vec<String> = (0..self.random.below(4))
                .map(|_| format!("{} = {}", self.key(), self.toml_value(depth - 1)))
                .collect();
            return if entries.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{ {} }}", entries.join(", "))
            };
        }
        let scalars = [
            "5",
            "30_00",
            "-7",
            "+1_000",
            "0xFF",
            "2.50",
            "1e3",
            "true",
            "'literal'",
            "\"basic\"",
            "\"\"",
            "2026-11-21",
            "2026-11-21 10:00:00",
            "2026-11-21T10:00:00Z",
            "\"\"\"\nmany\n# lines\n\"\"\"",
            "'''raw'''",
            "\"é 😀 #\"",
        ];
        self.random.pick(&scalars).to_owned()
    }

    fn yaml_table(
        &mut self,
        text: &mut String,
        column: usize,
        steps: (usize, usize),
        depth: usize,
        starts_in_line: bool,
    ) {
        let indent = " ".repeat(column);
        for index in 0..=self.random.below(4) {
            let is_first_in_line = index == 0 && starts_in_line;
            if !is_first_in_line {
                if self.random.once_in(8) {
                    *text += "\n";
                }
                if self.random.once_in(6) {
                    *text += &format!("{indent}# about the key\n");
                }
                *text += &indent;
            }
            let key = self.key();
            let key = if self.random.once_in(6) { format!("'{key} q'") } else { key };
            *text += &format!("{key}:");
            self.yaml_value(text, column, steps, depth, false);
        }
    }

    /// Writes what follows a colon or a dash in a column.
    fn yaml_value(
        &mut self,
        text: &mut String,
        column: usize,
        steps: (usize, usize),
        depth: usize,
        is_item: bool,
    ) {
        match self.random.below(if depth > 2 { 5 } else { 8 }) {
            0 => {
                let items: Vec<&str> = (0..self.random.below(4))
                    .map(|_| self.random.pick(&["1", "x", "'q'", "{ k: 1, l: [] }"]))
                    .collect();
                *text += &format!(" [{}]{}\n", items.join(", "), self.comment());
            }
            1 if depth < 4 => {
                let inner = " ".repeat(column + steps.0.max(2));
                let style = self.random.pick(&["|", "|-", ">-", ">"]);
                *text += &format!(" {style}\n{inner}some text\n{inner}# more: text\n");
            }
            1..=4 => {
                let scalars = [
                    "5",
                    "-7",
                    "2.50",
                    "true",
                    "~",
                    "word",
                    "two words",
                    "'single'",
                    "\"double\"",
                    "2026-11-21",
                    "2026-11-21 10:00:00",
                    "\"\"",
                    "é 😀",
                ];
                *text += &format!(" {}{}\n", self.random.pick(&scalars), self.comment());
            }
            5 | 6 => {
                let inner = column + if is_item { 2 } else { steps.0 };
                let start = if is_item { " ".to_owned() } else { format!("{}\n", self.comment()) };
                *text += &start;
                self.yaml_table(text, inner, steps, depth + 1, is_item);
            }
            _ => {
                let inner = column + if is_item { 2 } else { steps.1 };
                *text += if is_item { " " } else { "\n" };
                for index in 0..=self.random.below(4) {
                    if index > 0 || !is_item {
                        if self.random.once_in(6) {
                            *text += &format!("{}# about the item\n", " ".repeat(inner));
                        }
                        *text += &" ".repeat(inner);
                    }
                    *text += "-";
                    self.yaml_value(text, inner, steps, depth + 1, true);
                }
            }
        }
    }

    fn json_value(&mut self, indent: &str, depth: usize, is_collection: bool) -> String {
        let kind = if is_collection {
            self.random.below(2)
        } else {
            self.random.below(if depth > 2 { 1 } else { 6 }) + 2
        };
        let (open, close) = match kind {
            0 | 3 => ('{', '}'),
            1 | 4 => ('[', ']'),
            _ => {
                let scalars = [
                    "1",
                    "2.50",
                    "-3e2",
                    "true",
                    "null",
                    "\"text\"",
                    "\"\\u00e9 \\\"\"",
                    "\"\"",
                    "\"2026-11-21\"",
                ];
                return self.random.pick(&scalars).to_owned();
            }
        };

        let count = self.random.below(5);
        let mut items = Vec::new();
        for _ in 0..count {
            let value = self.json_value(indent, depth + 1, false);
            let colon = if indent == "dense" { ":" } else { ": " };
            items.push(if open == '{' {
                format!("\"{}\"{colon}{value}", self.key())
            } else {
                value
            });
        }
        if items.is_empty() {
            return format!("{open}{close}");
        }
        match indent {
            "" => format!("{open}{}{close}", items.join(", ")),
            "dense" => format!("{open}{}{close}", items.join(",")),
            _ => {
                let (outer, inner) = (indent.repeat(depth), indent.repeat(depth + 1));
                let lines: Vec<String> = items.iter().map(|it| format!("{inner}{it}")).collect();
                format!("{open}\n{}\n{outer}{close}", lines.join(",\n"))
            }
        }
    }
}
