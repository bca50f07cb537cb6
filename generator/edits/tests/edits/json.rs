//! Edits of JSON, construct by construct.

use croupier_edits::Format;

use crate::common::{check, check_errors};

#[test]
fn values_keep_the_style_of_the_file() {
    let open =
        "{\n\t\"a\": 2.50,\n\t\"b\": [\n\t\t{\n\t\t\t\"x\": 1\n\t\t}\n\t],\n\t\"c\": {}\n}\n";
    check(
        Format::Json,
        &[
            ("number", open, r#"[{"set":"/a","value":3}]"#, &open.replace("2.50", "3.00")),
            ("text", open, r#"[{"set":"/a","value":"\"\\\n é"}]"#, &open.replace("2.50", r#""\"\\\n é""#)),
            ("null", open, r#"[{"set":"/a","value":null}]"#, &open.replace("2.50", "null")),
            ("new key", open, r#"[{"set":"/d","value":[1,2]}]"#, &open.replace("{}\n}", "{},\n\t\"d\": [1, 2]\n}")),
            ("item", open, r#"[{"insert":"/b/-","value":{"z":1,"y":{"k":[]}}}]"#, &open.replace("\t\t}\n\t]", "\t\t},\n\t\t{\n\t\t\t\"z\": 1,\n\t\t\t\"y\": {\n\t\t\t\t\"k\": []\n\t\t\t}\n\t\t}\n\t]")),
            ("first item", open, r#"[{"insert":"/b/0","value":{"x":0}}]"#, &open.replace("[\n", "[\n\t\t{\n\t\t\t\"x\": 0\n\t\t},\n")),
            ("empty table", open, r#"[{"set":"/c/d","value":true}]"#, &open.replace("{}", "{\n\t\t\"d\": true\n\t}")),
            ("remove last", open, r#"[{"remove":"/c"}]"#, &open.replace(",\n\t\"c\": {}", "")),
            ("remove first", open, r#"[{"remove":"/a"}]"#, &open.replace("\t\"a\": 2.50,\n", "")),
            ("rename", open, r#"[{"move":"/a","to":"/z"}]"#, &open.replace("\"a\"", "\"z\"")),
            ("equal", open, r#"[{"set":"/a","value":2.5},{"set":"/b","value":[{"x":1}]}]"#, open),
            ("dense", "{\"a\":1,\"b\":[1,2]}", r#"[{"set":"/c","value":{"x":[1,2]}},{"insert":"/b/0","value":0}]"#, "{\"a\":1,\"b\":[0,1,2],\"c\":{\"x\":[1,2]}}"),
            ("one line", "{ \"a\": 1 }", r#"[{"insert":"/b","value":[]}]"#, "{ \"a\": 1, \"b\": [] }"),
            ("move", "[\r\n  1,\r\n  2,\r\n  3\r\n]", r#"[{"move":"/2","to":"/0"},{"remove":"/2"}]"#, "[\r\n  3,\r\n  1\r\n]"),
            ("rows", "[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n", r#"[{"insert":"/1","value":{"a":3}}]"#, "[\n  {\"a\": 1},\n  {\"a\": 3},\n  {\"a\": 2}\n]\n"),
            ("date", "{\"a\": \"2026-11-21\"}", r#"[{"set":"/a","value":"2026-12-01","type":"date"}]"#, "{\"a\": \"2026-12-01\"}"),
            ("whole", "[1]", r#"[{"set":"","value":{"a":1}}]"#, "{\"a\": 1}"),
        ],
    );
    check_errors(
        Format::Json,
        &[
            ("{\"a\": 1,}", r#"[{"set":"/a","value":2}]"#, "trailing comma"),
            ("{\"a\": 1, \"a\": 2}", r#"[{"set":"/a","value":2}]"#, "defined twice"),
            ("{}", r#"[{"remove":""}]"#, "whole file"),
        ],
    );
}
