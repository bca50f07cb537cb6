//! Edits of YAML, construct by construct.

use croupier_edits::{Format, apply};

use crate::common::{check, check_errors, edits, page, parts};

#[test]
fn a_new_value_has_the_style_of_the_old_one() {
    let cases: Vec<(&str, &str, &str, String)> = [
        ("one", "two words", r#""two words""#),
        ("one", r#""yes""#, r#""yes""#),
        ("one", r#""5""#, r#""5""#),
        ("one", r#""2026-11-21""#, r#""2026-11-21""#),
        ("one", r#""a: b""#, r#""a: b""#),
        ("one", r#""a #b""#, r#""a #b""#),
        ("one", r#""- a""#, r#""- a""#),
        ("one", r#""""#, r#""""#),
        ("one", r#"" a""#, r#"" a""#),
        ("one", "é, [x]!", r#""é, [x]!""#),
        ("'one'", "'it''s'", r#""it's""#),
        ("'one'", r#""tab\tx""#, r#""tab\tx""#),
        (r#""one""#, r#""t\"w\\o""#, r#""t\"w\\o""#),
        ("one", "|-\n    x\n    y", r#""x\ny""#),
        ("|\n    one\n    two", "|\n    three\n", r#""three\n""#),
        ("|-\n      one", "|-\n      x\n\n      y", r#""x\n\ny""#),
        (">-\n    one\n    two", ">-\n    x\n\n    y", r#""x\ny""#),
        ("|\n    one", "|2-\n     x\n    y", r#"" x\ny""#),
        ("one\n    two", "three", r#""three""#),
        ("'one' # note", "'two' # note", r#""two""#),
        ("\"o\\\"e\"   # 'note'", "\"two\"   # 'note'", r#""two""#),
        ("'it''s' # note", "5 # note", "5"),
        ("| # note\n    one", "|- # note\n    two", r#""two""#),
        ("|\n    one\n  # note", "|\n    two\n  # note", r#""two\n""#),
        ("|2\n     one\n    two\n", "|\n     x\n", r#""x\n""#),
        ("5", "7", "7"),
        ("2.50", "3.00", "3"),
        ("0x0F", "0x10", "16"),
        ("True", "False", "false"),
        ("true", "false", "false"),
        ("~", "x", r#""x""#),
        ("null", "true", "true"),
        ("one", "null", "null"),
        ("2026-11-21", "2026-12-01", r#""2026-12-01""#),
        ("2026-11-21 10:00:00", "2026-12-01 11:00:00", r#""2026-12-01T11:00:00""#),
        ("2026-11-21T10:00:00Z", "2026-12-01T11:00:00+02:00", r#""2026-12-01T11:00:00+02:00""#),
        ("'2026-11-21'", "'2026-12-01'", r#""2026-12-01""#),
        ("[1, 2]", "x", r#""x""#),
        ("one", "\n    - 1\n    - x: 1\n      y: 2", r#"[1,{"x":1,"y":2}]"#),
    ]
    .into_iter()
    .map(|(old, new, json)| (old, new, json, format!("[{{\"set\":\"/t/a\",\"value\":{json}}}]")))
    .collect();

    for newline in ["\n", "\r\n"] {
        let text = |value: &str| {
            let space = if value.starts_with('\n') { "" } else { " " };
            format!("# top\nb: 1\nt:\n  a:{space}{}\n  # next\n  z: 2", value.trim_end())
                .replace('\n', newline)
        };
        for (old, new, json, edit) in &cases {
            check(Format::Yaml, &[(json, &text(old), edit, &text(new))]);
        }
    }
}

#[test]
fn an_equal_value_changes_no_byte() {
    let text = "a: 0x1E # x\r\nb: >-\r\n  p\r\n  q\r\nc: [ 1,2 ]\r\nd: 2026-11-21 10:00:00\r\ne: ~\r\nf:\r\n";
    for json in [
        r#"[{"set":"/a","value":30}]"#,
        r#"[{"set":"/b","value":"p q"}]"#,
        r#"[{"set":"/c","value":[1,2]}]"#,
        r#"[{"set":"/d","value":"2026-11-21T10:00:00"}]"#,
        r#"[{"set":"/e","value":null},{"set":"/f","value":null}]"#,
    ] {
        check(Format::Yaml, &[(json, text, json, text)]);
    }
}

#[test]
fn lists_keep_their_form_and_comments() {
    let list = "a:\n  # first\n  - x # one\n  - 'y'\n\n  # third\n  - k: 1\n    l: [1]\nb: 1\n";
    check(
        Format::Yaml,
        &[
            ("append", "a: [1, 2]\n", r#"[{"insert":"/a/-","value":3}]"#, "a: [1, 2, 3]\n"),
            ("append text", "a: ['x']\n", r#"[{"insert":"/a/-","value":"y"}]"#, "a: ['x', 'y']\n"),
            ("empty", "a: []\n", r#"[{"insert":"/a/-","value":"x"}]"#, "a: [x]\n"),
            (
                "empty, tables",
                "a: []\nb: 1\n",
                r#"[{"insert":"/a/-","value":{"x":1,"y":[2]}}]"#,
                "a:\n  - x: 1\n    y:\n      - 2\nb: 1\n",
            ),
            (
                "remove flow",
                "a: [1, 2, 3]\n",
                r#"[{"remove":"/a/0"},{"remove":"/a/1"}]"#,
                "a: [2]\n",
            ),
            (
                "unindented",
                "a:\n- x\n- y\nb: 1\n",
                r#"[{"insert":"/a/1","value":"z"},{"insert":"/a/-","value":{"k":["v"]}}]"#,
                "a:\n- x\n- z\n- y\n- k:\n  - v\nb: 1\n",
            ),
            (
                "insert first",
                list,
                r#"[{"insert":"/a/0","value":"n"}]"#,
                "a:\n  - n\n  # first\n  - x # one\n  - 'y'\n\n  # third\n  - k: 1\n    l: [1]\nb: 1\n",
            ),
            (
                "insert third",
                list,
                r#"[{"insert":"/a/2","value":"n"}]"#,
                "a:\n  # first\n  - x # one\n  - 'y'\n\n  - 'n'\n  # third\n  - k: 1\n    l: [1]\nb: 1\n",
            ),
            (
                "append",
                list,
                r#"[{"insert":"/a/-","value":{"k":2}}]"#,
                "a:\n  # first\n  - x # one\n  - 'y'\n\n  # third\n  - k: 1\n    l: [1]\n  - k: 2\nb: 1\n",
            ),
            (
                "remove third",
                list,
                r#"[{"remove":"/a/2"}]"#,
                "a:\n  # first\n  - x # one\n  - 'y'\n\nb: 1\n",
            ),
            (
                "move",
                list,
                r#"[{"move":"/a/2","to":"/a/0"}]"#,
                "a:\n  # third\n  - k: 1\n    l: [1]\n  # first\n  - x # one\n\n  - 'y'\nb: 1\n",
            ),
            (
                "nested keys",
                list,
                r#"[{"set":"/a/2/m","value":true},{"set":"/a/2/l/0","value":5},{"remove":"/a/2/k"}]"#,
                "a:\n  # first\n  - x # one\n  - 'y'\n\n  # third\n  - l: [5]\n    m: true\nb: 1\n",
            ),
            ("all removed", "a:\n  - x\nb: 1\n", r#"[{"remove":"/a/0"}]"#, "a: []\nb: 1\n"),
            (
                "root list",
                "- a\n- b\n",
                r#"[{"move":"/0","to":"/1"},{"set":"/0","value":"c"}]"#,
                "- c\n- a\n",
            ),
            (
                "list in list",
                "- - a\n  - b\n- c\n",
                r#"[{"insert":"/0/0","value":"n"},{"remove":"/0/1"}]"#,
                "- - n\n  - b\n- c\n",
            ),
            (
                "no final newline",
                "a:\n  - x",
                r#"[{"insert":"/a/1","value":"y"}]"#,
                "a:\n  - x\n  - y",
            ),
            (
                "blank lines",
                "a:\n  - k: 1\n\n  - k: 2\n",
                r#"[{"insert":"/a/-","value":{"k":3}}]"#,
                "a:\n  - k: 1\n\n  - k: 2\n\n  - k: 3\n",
            ),
            (
                "long flow",
                "a: [\n  x, # one\n  y\n  ]\n",
                r#"[{"insert":"/a/-","value":"z"}]"#,
                "a: [\n  x, # one\n  y,\n  z\n  ]\n",
            ),
        ],
    );
}

#[test]
fn tables_keep_their_form_and_comments() {
    check(
        Format::Yaml,
        &[
            (
                "new key",
                "a: 1 # x\n# end\n",
                r#"[{"set":"/b","value":"x"}]"#,
                "a: 1 # x\nb: x\n# end\n",
            ),
            (
                "new key after a list",
                "a:\n  - x\n",
                r#"[{"set":"/b","value":"x"}]"#,
                "a:\n  - x\nb: x\n",
            ),
            (
                "new key of a table",
                "t:\n    a: 1\nb: 2\n",
                r#"[{"set":"/t/c","value":{"x":{"y":1}}}]"#,
                "t:\n    a: 1\n    c:\n        x:\n            y: 1\nb: 2\n",
            ),
            ("empty file", "", r#"[{"set":"/seo/title","value":"x"}]"#, "seo:\n  title: x\n"),
            ("only comments", "# x\n", r#"[{"set":"/a","value":1}]"#, "# x\na: 1\n"),
            ("empty value", "a:\nb: 1\n", r#"[{"set":"/a","value":"x"}]"#, "a: x\nb: 1\n"),
            (
                "empty value with a comment",
                "a: # c\nb: 1\n",
                r#"[{"set":"/a","value":5}]"#,
                "a: 5 # c\nb: 1\n",
            ),
            ("empty table", "a: {}\n", r#"[{"set":"/a/b","value":1}]"#, "a:\n  b: 1\n"),
            (
                "null to table",
                "seo:\nb: 1\n",
                r#"[{"set":"/seo/title","value":"x"}]"#,
                "seo:\n  title: x\nb: 1\n",
            ),
            (
                "flow",
                "a: {x: 1}\n",
                r#"[{"set":"/a/y","value":"p, q"},{"set":"/a/x","value":[]}]"#,
                "a: {x: [], y: \"p, q\"}\n",
            ),
            ("remove", "a: 1\nb: |\n  x\n  # y\nc: 2\n", r#"[{"remove":"/b"}]"#, "a: 1\nc: 2\n"),
            (
                "comment in a text",
                "b: |\n  x\n  # y\nc: 2\n",
                r#"[{"remove":"/c"}]"#,
                "b: |\n  x\n  # y\n",
            ),
            ("remove all", "a: 1\n", r#"[{"remove":"/a"}]"#, ""),
            ("last key removed", "t:\n  a: 1\nb: 2\n", r#"[{"remove":"/t/a"}]"#, "t: {}\nb: 2\n"),
            ("renamed", "a: 1\n'b': 2\n", r#"[{"move":"/b","to":"/c: d"}]"#, "a: 1\n\"c: d\": 2\n"),
            (
                "moved",
                "a: 2026-11-21\nt:\n  b: 1\n",
                r#"[{"move":"/a","to":"/t/a"}]"#,
                "t:\n  b: 1\n  a: 2026-11-21\n",
            ),
            (
                "date",
                "a: 1\n",
                r#"[{"set":"/d","value":"2026-11-21","type":"date"}]"#,
                "a: 1\nd: 2026-11-21\n",
            ),
            (
                "table to text",
                "t:\n  a: 1\nb: 2\n",
                r#"[{"set":"/t","value":"x"}]"#,
                "t: x\nb: 2\n",
            ),
            (
                "document marks",
                "---\na: 1\n...\n",
                r#"[{"set":"/b","value":2}]"#,
                "---\na: 1\nb: 2\n...\n",
            ),
        ],
    );
}

#[test]
fn what_cannot_be_changed_is_an_error() {
    check_errors(
        Format::Yaml,
        &[
            ("a: &x 1\nb: *x\n", r#"[{"set":"/a","value":1}]"#, "anchors are not supported"),
            ("a: 1\na: 2\n", r#"[{"set":"/a","value":1}]"#, "defined twice"),
            ("? a\n: 1\n", r#"[{"set":"/a","value":2}]"#, "edit the text instead"),
        ],
    );
}

#[test]
fn front_matter_in_yaml_is_changed() {
    for (source, json, expected) in [
        (
            "---\ntitle: A\ntags:\n  - x\n---\nText\n",
            r#"[{"insert":"/tags/-","value":"y"},{"body":{"start":0,"end":4},"text":"New"}]"#,
            "---\ntitle: A\ntags:\n  - x\n  - y\n---\nNew\n",
        ),
        (
            "---\ntitle: A\n---\nText\n",
            r#"[{"set":"/title","value":"x\n---\ny"}]"#,
            "---\ntitle: |-\n  x\n  ---\n  y\n---\nText\n",
        ),
    ] {
        let result = page(source, json);
        let escaped = expected.replace("|-\n  x\n  ---\n  y", "\"x\\n---\\ny\"");
        assert!(
            result.as_deref() == Ok(expected) || result.as_deref() == Ok(&escaped),
            "{result:?}"
        );
    }
    let yaml = apply("Text\n", &parts, Format::Yaml, &edits(r#"[{"set":"/title","value":"B"}]"#));
    assert_eq!(yaml.as_deref(), Ok("---\ntitle: B\n---\nText\n"));
}
