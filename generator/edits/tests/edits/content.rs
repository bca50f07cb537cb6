//! Edits of content files: front matter and body do not change each other.

use crate::common::{edits, page};

#[test]
fn front_matter_and_body_are_changed_apart() {
    for (source, json, expected) in [
        (
            "+++\ntitle = 'A' # x\n+++\n# Body 😀 end\n",
            r#"[{"set":"/title","value":"B"},{"body":{"start":7,"end":9},"text":"🎲"},{"body":{"start":9,"end":9},"text":"!"}]"#,
            "+++\ntitle = 'B' # x\n+++\n# Body 🎲! end\n",
        ),
        (
            "\u{feff}\n+++\r\n+++\r\nx",
            r#"[{"set":"/title","value":"B"},{"set":"/tags","value":["a"]}]"#,
            "\u{feff}\n+++\r\ntitle = \"B\"\r\ntags = [\"a\"]\r\n+++\r\nx",
        ),
        ("Text\n", r#"[{"set":"/title","value":"B"}]"#, "+++\ntitle = \"B\"\n+++\nText\n"),
        ("", r#"[{"set":"/title","value":"B"}]"#, "+++\ntitle = \"B\"\n+++\n"),
        ("+++\na = 1\n+++", r#"[{"body":{"start":0,"end":0},"text":"x"}]"#, "+++\na = 1\n+++\nx"),
        ("+++\na = 1\n+++\nx\n", r#"[{"remove":"/a"}]"#, "+++\n+++\nx\n"),
        (
            "+++\na = 'x'\n+++\nx\n",
            r#"[{"set":"/a","value":"1\n+++\n2"}]"#,
            "+++\na = \"1\\n+++\\n2\"\n+++\nx\n",
        ),
        (
            "+++\na = 1\n+++\nx\n",
            r#"[{"raw":{"start":4,"end":9},"text":"b = ="}]"#,
            "+++\nb = =\n+++\nx\n",
        ),
    ] {
        assert_eq!(page(source, json).as_deref(), Ok(expected), "{source:?} {json}");
    }
}

#[test]
fn a_body_cannot_become_front_matter() {
    for (source, json, message) in [
        ("Text\n", r#"[{"body":{"start":0,"end":0},"text":"+++\na = 1\n+++\n"}]"#, "front matter"),
        ("Text\n", r#"[{"body":{"start":0,"end":0},"text":"---\na: 1\n---\n"}]"#, "front matter"),
        (
            "+++\na = 1\n+++\nText\n",
            r#"[{"body":{"start":0,"end":0},"text":"+++\ntitle = 'b'\n+++\n"}]"#,
            "front matter",
        ),
        ("+++\n+++\n😀\n", r#"[{"body":{"start":1,"end":2},"text":""}]"#, "in the middle"),
        ("+++\n+++\nx\n", r#"[{"body":{"start":1,"end":9},"text":""}]"#, "after the end"),
        ("+++\n+++\nx\n", r#"[{"body":{"start":1,"end":0},"text":""}]"#, "ends before"),
    ] {
        let error = page(source, json).expect_err(json);
        assert!(error.message.contains(message), "{error:?}");
    }
}

#[test]
fn an_error_names_its_edit() {
    let error =
        page("+++\na = 1\n+++\n", r#"[{"set":"/a","value":2},{"remove":"/b"}]"#).unwrap_err();
    assert_eq!((error.edit, error.pointer.as_deref()), (1, Some("/b")));
}

#[test]
fn edits_are_read_and_written_as_json() {
    let json = r#"[{"set":"/a","value":{"z":1,"a":[null,true,"x"]}},{"insert":"/b","value":1.5,"type":"date"},{"remove":"/c"},{"move":"/d","to":"/e"},{"body":{"start":1,"end":2},"text":"x"},{"raw":{"start":1,"end":2},"text":"x"}]"#;
    assert_eq!(serde_json::to_string(&edits(json)).unwrap(), json);
    for wrong in [
        r#"[{"set":"/a"}]"#,
        r#"[{"remove":"/a","value":1}]"#,
        r#"[{"set":"/a","value":1,"type":"x"}]"#,
    ] {
        assert!(serde_json::from_str::<Vec<croupier_edits::Edit>>(wrong).is_err(), "{wrong}");
    }
}
