//! Edits of CSV by cells and rows.

use croupier_edits::Format;

use crate::common::{check, check_errors};

#[test]
fn cells_and_rows_keep_their_quotes_and_line_ends() {
    let text = "\u{feff}id,\"the name\",price\r\n1,\"A, B\",5.00\r\n\r\n2,C,7.50\r\n";
    let with = |old: &str, new: &str| text.replacen(old, new, 1);
    check(
        Format::Csv,
        &[
            ("cell", text, r#"[{"set":"/1/the name","value":"D"}]"#, &with("C", "D")),
            ("quoted", text, r#"[{"set":"/0/the name","value":"D"}]"#, &with("A, B", "D")),
            (
                "quotes",
                text,
                r#"[{"set":"/1/the name","value":"a \"b\", c"}]"#,
                &with("C", "\"a \"\"b\"\", c\""),
            ),
            (
                "a cell of several lines",
                "id,note\r\n2,\"x\r\ny\"\r\n",
                r#"[{"set":"/0/note","value":"x\ny\nz"}]"#,
                "id,note\r\n2,\"x\r\ny\r\nz\"\r\n",
            ),
            ("equal number", text, r#"[{"set":"/0/price","value":5}]"#, text),
            ("number", text, r#"[{"set":"/0/price","value":6}]"#, &with("5.00", "6.00")),
            ("empty", text, r#"[{"set":"/0/price","value":null}]"#, &with("5.00", "")),
            (
                "row",
                text,
                r#"[{"insert":"/1","value":{"price":1,"id":"9"}}]"#,
                &with("2,C", "9,\"\",1.00\r\n2,C"),
            ),
            (
                "last row",
                text,
                r#"[{"insert":"/-","value":{"the name":"x"}}]"#,
                &with("7.50\r\n", "7.50\r\n,x,\r\n"),
            ),
            ("remove", text, r#"[{"remove":"/0"}]"#, &with("1,\"A, B\",5.00\r\n", "")),
            (
                "move",
                text,
                r#"[{"move":"/1","to":"/0"}]"#,
                "\u{feff}id,\"the name\",price\r\n2,C,7.50\r\n\r\n1,\"A, B\",5.00\r\n",
            ),
            (
                "no final newline",
                "a\n1",
                r#"[{"insert":"/-","value":{"a":"2"}},{"remove":"/0"}]"#,
                "a\n2",
            ),
            ("empty cell of one column", "a\n1\n", r#"[{"set":"/0/a","value":""}]"#, "a\n\"\"\n"),
            ("only names", "a,b\n", r#"[{"insert":"/0","value":{"a":true}}]"#, "a,b\ntrue,\n"),
        ],
    );
    check_errors(
        Format::Csv,
        &[
            ("a\n1\n", r#"[{"set":"/0/b","value":1}]"#, "same columns"),
            ("a\n1\n", r#"[{"insert":"/0","value":{"b":1}}]"#, "no column `b`"),
            ("a\n1\n", r#"[{"set":"/0/a","value":[1]}]"#, "no list"),
            ("a;b\n1;2\n", r#"[{"set":"/0/a","value":1}]"#, "separated by"),
        ],
    );
}
