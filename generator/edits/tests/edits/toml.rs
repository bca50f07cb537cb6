//! Edits of TOML, construct by construct.

use croupier_edits::Format;

use crate::common::{check, check_errors};

#[test]
fn a_new_value_has_the_style_of_the_old_one() {
    let cases: Vec<(&str, &str, &str, String)> = [
        ("30_00", "45_00", "4500"),
        ("30_00", "1234_56", "123456"),
        ("30_00", "7", "7"),
        ("1_000", "12_345_678", "12345678"),
        ("1_000_000", "2_000", "2000"),
        ("+5", "+7", "7"),
        ("5", "-7", "-7"),
        ("0xFF", "0x0A", "10"),
        ("0b0101", "0b1111", "15"),
        ("0o17", "0o20", "16"),
        ("2.50", "3.00", "3"),
        ("2.50", "3.125", "3.125"),
        ("1e3", "2e3", "2000"),
        ("1.0", "2.5", "2.5"),
        ("5", "2.5", "2.5"),
        ("true", "false", "false"),
        ("'a'", "'b\"c'", r#""b\"c""#),
        ("'a'", r#""it's""#, r#""it's""#),
        (r#""a""#, r#""b \"c\" \\ é""#, r#""b \"c\" \\ é""#),
        (r#""a""#, "\"\"\"\nx\ny\"\"\"", r#""x\ny""#),
        ("\"\"\"\nx\n\"\"\"", "\"\"\"\nz\n\"\"\"", r#""z\n""#),
        ("\"\"\"x\"\"\"", "\"\"\"z\"\"\"", r#""z""#),
        ("'''\nx\\n\n'''", "'''\nC:\\new\n'''", r#""C:\\new\n""#),
        ("'''x'''", "\"\"\"a''b\"\"\"", r#""a''b""#),
        ("2026-11-21", "2026-12-01", r#""2026-12-01""#),
        ("2026-11-21", r#""soon""#, r#""soon""#),
        ("2026-11-21 10:00:00", "2026-12-01 11:30:00", r#""2026-12-01T11:30:00""#),
        ("2026-11-21T10:00:00Z", "2026-12-01T10:00:00Z", r#""2026-12-01T10:00:00Z""#),
        (
            "2026-11-21T10:00:00+01:00",
            "2026-12-01T10:00:00+02:00",
            r#""2026-12-01T10:00:00+02:00""#,
        ),
        ("10:00:00", "11:00:00", r#""11:00:00""#),
        (r#""2026-11-21""#, r#""2026-12-01""#, r#""2026-12-01""#),
    ]
    .into_iter()
    .map(|(old, new, json)| (old, new, json, format!("[{{\"set\":\"/a\",\"value\":{json}}}]")))
    .collect();

    for newline in ["\n", "\r\n"] {
        let text = |value: &str| {
            format!("# top\nb = 1\n  a  =  {value} # comment\n\n[c] # x\nd = 2")
                .replace('\n', newline)
        };
        for (old, new, json, edit) in &cases {
            // The parser reads a carriage return between quotes as a part of the text.
            let is_escaped = newline == "\r\n" && *old == "\"a\"" && new.contains('\n');
            let new = if is_escaped { json } else { new };
            check(Format::Toml, &[(json, &text(old), edit, &text(new))]);
        }
    }
}

#[test]
fn an_equal_value_changes_no_byte() {
    let text = "a = 3_0 # x\r\nb = '''\r\nq'''\nc = [ 1,2 , ]\nd = 2026-11-21 10:00:00.50\ne={ x = 0x0F }\n[[g]]\nh = +1.50\n";
    for json in [
        r#"[{"set":"/a","value":30}]"#,
        r#"[{"set":"/b","value":"q"}]"#,
        r#"[{"set":"/c","value":[1,2]},{"set":"/e","value":{"x":15}}]"#,
        r#"[{"set":"/d","value":"2026-11-21T10:00:00.5"}]"#,
        r#"[{"set":"/g","value":[{"h":1.5}]}]"#,
        r#"[{"move":"/c/1","to":"/c/1"}]"#,
    ] {
        check(Format::Toml, &[(json, text, json, text)]);
    }
}

#[test]
fn lists_keep_their_lines_and_comments() {
    let long = "a = [\n  # first\n  \"x\", # one\n  \"y\", # two\n  # third\n  \"z\" # three\n]\n";
    check(
        Format::Toml,
        &[
            ("append", "a = [1, 2]\n", r#"[{"insert":"/a/-","value":3}]"#, "a = [1, 2, 3]\n"),
            ("prepend", "a = [ 1, 2 ]\n", r#"[{"insert":"/a/0","value":3}]"#, "a = [ 3, 1, 2 ]\n"),
            ("first", "a = []\n", r#"[{"insert":"/a/0","value":"x"}]"#, "a = [\"x\"]\n"),
            (
                "first, open",
                "a = [\n]\n",
                r#"[{"insert":"/a/0","value":"x"}]"#,
                "a = [\n    \"x\"\n]\n",
            ),
            ("trailing comma", "a = [1,]\n", r#"[{"insert":"/a/1","value":2}]"#, "a = [1, 2,]\n"),
            ("remove", "a = [1, 2, 3]\n", r#"[{"remove":"/a/1"}]"#, "a = [1, 3]\n"),
            ("remove last", "a = [1, 2, 3 ]\n", r#"[{"remove":"/a/2"}]"#, "a = [1, 2 ]\n"),
            ("remove all", "a = [1]\n", r#"[{"remove":"/a/0"}]"#, "a = []\n"),
            ("move", "a = [1, 2,  3]\n", r#"[{"move":"/a/0","to":"/a/2"}]"#, "a = [2, 3,  1]\n"),
            ("quotes", "a = ['x']\n", r#"[{"insert":"/a/1","value":"y"}]"#, "a = ['x', 'y']\n"),
            ("set", "a = [ 1, 0x2, 3 ]\n", r#"[{"set":"/a","value":[1,3]}]"#, "a = [ 1, 3 ]\n"),
            (
                "long insert",
                long,
                r#"[{"insert":"/a/1","value":"new"}]"#,
                "a = [\n  # first\n  \"x\", # one\n  \"new\",\n  \"y\", # two\n  # third\n  \"z\" # three\n]\n",
            ),
            (
                "long insert above a comment",
                long,
                r#"[{"insert":"/a/2","value":"new"}]"#,
                "a = [\n  # first\n  \"x\", # one\n  \"y\", # two\n  \"new\",\n  # third\n  \"z\" # three\n]\n",
            ),
            (
                "long append",
                long,
                r#"[{"insert":"/a/-","value":"new"}]"#,
                "a = [\n  # first\n  \"x\", # one\n  \"y\", # two\n  # third\n  \"z\", # three\n  \"new\"\n]\n",
            ),
            (
                "long remove",
                long,
                r#"[{"remove":"/a/2"}]"#,
                "a = [\n  # first\n  \"x\", # one\n  \"y\" # two\n]\n",
            ),
            (
                "comments between items",
                "a = [\"x\", # one\n     \"y\"] # end\nb = [\"x\", # one\n     \"y\"] # end\n",
                r#"[{"remove":"/a/0"},{"remove":"/b/1"}]"#,
                "a = [ # one\n     \"y\"] # end\nb = [\"x\" # one\n     ] # end\n",
            ),
            (
                "long move to the end",
                long,
                r#"[{"move":"/a/1","to":"/a/2"}]"#,
                "a = [\n  # first\n  \"x\", # one\n  # third\n  \"z\", # three\n  \"y\" # two\n]\n",
            ),
            (
                "long move to the start",
                long,
                r#"[{"move":"/a/2","to":"/a/0"}]"#,
                "a = [\n  # third\n  \"z\", # three\n  # first\n  \"x\", # one\n  \"y\" # two\n]\n",
            ),
            (
                "inline tables",
                "a = [\n  { x = 30_00, y = 1 }, # one\n  { x = 50_00, y = 2 },\n]\n",
                r#"[{"set":"/a/1/x","value":6000},{"insert":"/a/0/z","value":"t"},{"remove":"/a/1/y"},{"insert":"/a/-","value":{"y":3,"x":1}}]"#,
                "a = [\n  { x = 30_00, y = 1, z = \"t\" }, # one\n  { x = 60_00 },\n  { y = 3, x = 1 },\n]\n",
            ),
        ],
    );
}

#[test]
fn tables_keep_their_headers_and_dotted_keys() {
    check(
        Format::Toml,
        &[
            (
                "new key",
                "a = 1 # x\n\n# t\n[t]\nb = 2\n",
                r#"[{"set":"/c","value":true}]"#,
                "a = 1 # x\nc = true\n\n# t\n[t]\nb = 2\n",
            ),
            (
                "new key of a table",
                "[t]\n  b = 2\n\n[u]\n",
                r#"[{"set":"/t/c","value":"x"}]"#,
                "[t]\n  b = 2\n  c = \"x\"\n\n[u]\n",
            ),
            (
                "new key of an empty table",
                "[t]\n\n[u]\n",
                r#"[{"insert":"/t/c","value":1}]"#,
                "[t]\nc = 1\n\n[u]\n",
            ),
            ("no final newline", "a = 1", r#"[{"insert":"/b","value":2}]"#, "a = 1\nb = 2"),
            (
                "above the headers",
                "# top\n\n[t]\nb = 2\n",
                r#"[{"insert":"/a","value":1}]"#,
                "# top\n\na = 1\n\n[t]\nb = 2\n",
            ),
            ("empty file", "", r#"[{"set":"/a b","value":1}]"#, "\"a b\" = 1\n"),
            (
                "new table",
                "a = 1\n",
                r#"[{"set":"/seo/title","value":"x"}]"#,
                "a = 1\n\n[seo]\ntitle = \"x\"\n",
            ),
            (
                "dotted",
                "a.b.c = 1\nx = 2\n",
                r#"[{"insert":"/a/b/d","value":3}]"#,
                "a.b.c = 1\na.b.d = 3\nx = 2\n",
            ),
            (
                "implicit",
                "[a.b]\nx = 1\n",
                r#"[{"insert":"/a/y","value":2}]"#,
                "[a]\ny = 2\n\n[a.b]\nx = 1\n",
            ),
            (
                "date",
                "a = 1\n",
                r#"[{"set":"/d","value":"2026-11-21","type":"date"}]"#,
                "a = 1\nd = 2026-11-21\n",
            ),
            (
                "renamed",
                "a = 1 # x\n[t]\n[t.u]\nb = 1\n",
                r#"[{"move":"/a","to":"/c"},{"move":"/t","to":"/v w"}]"#,
                "c = 1 # x\n[\"v w\"]\n[\"v w\".u]\nb = 1\n",
            ),
            (
                "moved key",
                "a = 2026-11-21\n[t]\nb = 1\n",
                r#"[{"move":"/a","to":"/t/a"}]"#,
                "[t]\nb = 1\na = 2026-11-21\n",
            ),
            (
                "table to text",
                "a = 1\n\n[t]\nb = 1\n\n[u]\n",
                r#"[{"set":"/t","value":"x"}]"#,
                "a = 1\nt = \"x\"\n\n[u]\n",
            ),
            (
                "quoted key",
                "\"a/b\" = 1\n'c~d' = 2\n",
                r#"[{"set":"/a~1b","value":2},{"set":"/c~0d","value":3}]"#,
                "\"a/b\" = 2\n'c~d' = 3\n",
            ),
        ],
    );
}

#[test]
fn removed_keys_take_their_own_comments_along() {
    check(
        Format::Toml,
        &[
            ("only comments", "# x\n", r#"[{"set":"/a","value":1}]"#, "# x\na = 1\n"),
            ("dotted removed", "a.b = 1\nx = 2\n", r#"[{"remove":"/a/b"}]"#, "a = {}\nx = 2\n"),
            ("implicit removed", "[a.b]\nx = 1\n", r#"[{"remove":"/a/b"}]"#, "a = {}\n"),
            (
                "table removed",
                "a = 1\n\n[t]\nb = 1\n\n[u]\nc = 1\n",
                r#"[{"remove":"/t"}]"#,
                "a = 1\n\n[u]\nc = 1\n",
            ),
            ("last table removed", "a = 1\n\n[t]\nb = 1\n", r#"[{"remove":"/t"}]"#, "a = 1\n"),
            (
                "own comment removed",
                "a = 1\n\n# about b\nb = 2\n\nc = 3\n",
                r#"[{"remove":"/b"}]"#,
                "a = 1\n\n\nc = 3\n",
            ),
            (
                "shared comment kept",
                "# limits\na = 1\nb = 2\n",
                r#"[{"remove":"/a"}]"#,
                "# limits\nb = 2\n",
            ),
        ],
    );
}

#[test]
fn arrays_of_tables_keep_their_headers_and_comments() {
    let menu = "# menu\n\n# first\n[[item]]\nname = \"a\"\nsub.x = 1\n\n# second\n[[item]] # two\nname = \"b\"\n[item.more]\nz = 1\n\n[end]\nlast = 1";
    check(
        Format::Toml,
        &[
            (
                "item moved",
                menu,
                r#"[{"move":"/item/1","to":"/item/0"}]"#,
                "# menu\n\n# second\n[[item]] # two\nname = \"b\"\n[item.more]\nz = 1\n\n# first\n[[item]]\nname = \"a\"\nsub.x = 1\n\n[end]\nlast = 1",
            ),
            (
                "item removed",
                menu,
                r#"[{"remove":"/item/0"}]"#,
                "# menu\n\n# second\n[[item]] # two\nname = \"b\"\n[item.more]\nz = 1\n\n[end]\nlast = 1",
            ),
            (
                "item appended",
                menu,
                r#"[{"insert":"/item/-","value":{"name":"c","tags":["x"],"o":{"p":1}}}]"#,
                "# menu\n\n# first\n[[item]]\nname = \"a\"\nsub.x = 1\n\n# second\n[[item]] # two\nname = \"b\"\n[item.more]\nz = 1\n\n[[item]]\nname = \"c\"\ntags = [\"x\"]\no = { p = 1 }\n\n[end]\nlast = 1",
            ),
            (
                "item inserted",
                menu,
                r#"[{"insert":"/item/1","value":{"name":"c"}},{"set":"/item/2/more/z","value":2},{"set":"/item/0/sub/x","value":5},{"set":"/end/last","value":3}]"#,
                "# menu\n\n# first\n[[item]]\nname = \"a\"\nsub.x = 5\n\n[[item]]\nname = \"c\"\n\n# second\n[[item]] # two\nname = \"b\"\n[item.more]\nz = 2\n\n[end]\nlast = 3",
            ),
            (
                "all items removed",
                "a = 1\n\n[[i]]\nb = 1\n",
                r#"[{"remove":"/i/0"}]"#,
                "a = 1\ni = []\n",
            ),
            (
                "dates of new items",
                "[[e]]\nday = 2026-11-21\n",
                r#"[{"insert":"/e/-","value":{"day":"2026-12-01"}}]"#,
                "[[e]]\nday = 2026-11-21\n\n[[e]]\nday = 2026-12-01\n",
            ),
            (
                "lines",
                "[[e]]\na = 1\n",
                r#"[{"insert":"/e/-","value":{"a":2,"text":"x\ny\n"}},{"set":"/t","value":{"text":"x\ny"}}]"#,
                "[[e]]\na = 1\n\n[[e]]\na = 2\ntext = \"\"\"\nx\ny\n\"\"\"\n\n[t]\ntext = \"\"\"\nx\ny\"\"\"\n",
            ),
            (
                "style of the items",
                "[[e]]\nsteps = [{ percent = 1, minimum = 30_00 }]\nmaximum = 1_000\nname = 'a'\n",
                r#"[{"insert":"/e/0/steps/-","value":{"percent":2,"minimum":5000}},{"insert":"/e/-","value":{"steps":[{"minimum":100}],"maximum":2500,"name":"b"}}]"#,
                "[[e]]\nsteps = [{ percent = 1, minimum = 30_00 }, { percent = 2, minimum = 50_00 }]\nmaximum = 1_000\nname = 'a'\n\n[[e]]\nsteps = [{ minimum = 1_00 }]\nmaximum = 2_500\nname = 'b'\n",
            ),
            (
                "minutes",
                "a = 2026-11-21T10:00:00\n",
                r#"[{"set":"/a","value":"2026-11-21T10:30"}]"#,
                "a = 2026-11-21T10:30:00\n",
            ),
            (
                "quoted date",
                "a = \"2026-11-21\"\nb = \"soon\"\n",
                r#"[{"set":"/a","value":"2026-12-21","type":"date"},{"set":"/b","value":"2026-12-21","type":"date"}]"#,
                "a = \"2026-12-21\"\nb = 2026-12-21\n",
            ),
        ],
    );
}

#[test]
fn what_cannot_be_changed_is_an_error() {
    check_errors(
        Format::Toml,
        &[
            ("a = 1\n", r#"[{"remove":"/b"}]"#, "no value `/b`"),
            ("a = [1]\n", r#"[{"set":"/a/3","value":1}]"#, "no value `/a/3`"),
            ("a = 1\n", r#"[{"insert":"/a","value":1}]"#, "exists already"),
            ("a = 1\n", r#"[{"set":"/a","value":null}]"#, "remove the key"),
            ("a = 1\n", r#"[{"set":"/a","value":"x","type":"date"}]"#, "not a date"),
            ("a = 1\n", r#"[{"set":"/a","value":18446744073709551615}]"#, "too large"),
            ("a = 1\n", r#"[{"set":"a","value":1}]"#, "does not begin with `/`"),
            ("a = \n", r#"[{"set":"/a","value":1}]"#, "not valid TOML"),
            ("a = 1\n", r#"[{"body":{"start":0,"end":0},"text":"x"}]"#, "no body"),
            (
                "a = 1\n",
                r#"[{"raw":{"start":0,"end":0},"text":"x"},{"set":"/a","value":2}]"#,
                "combined",
            ),
            (
                "[[a]]\nx = 1\n[b]\n[[a]]\nx = 2\n",
                r#"[{"move":"/a/0","to":"/a/1"}]"#,
                "edit the text instead",
            ),
        ],
    );
}

#[test]
fn a_date_in_a_table_that_does_not_exist_has_no_quotes() {
    let json = r#"[{"insert":"/extra","value":{}},{"insert":"/extra/day","value":"2026-01-02","type":"date"}]"#;
    check(Format::Toml, &[(json, "a = 1\n", json, "a = 1\nextra = { day = 2026-01-02 }\n")]);
}
