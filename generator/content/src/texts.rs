//! Texts that the generator itself writes into pages, by language.

/// The kinds of callouts that every site has, in the order of `Texts::callouts`.
pub const CALLOUTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

/// The texts of a language.
#[derive(Debug)]
pub struct Texts {
    /// The start of language tags.
    tag: &'static str,
    callouts: [&'static str; 5],
    anchor: &'static str,
    play: &'static str,
    /// The states of a task: open, and done.
    tasks: [&'static str; 2],
    /// The notice on a page that shows another language.
    untranslated: &'static str,
}

/// The languages. A longer tag is before a shorter one that it begins with.
static LANGUAGES: [Texts; 17] = [
    Texts {
        tag: "de",
        callouts: ["Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht"],
        anchor: "Link zu diesem Abschnitt",
        play: "Video abspielen: {}",
        tasks: ["Offen", "Erledigt"],
        untranslated: "Diese Seite ist noch nicht übersetzt.",
    },
    Texts {
        tag: "en-xa",
        callouts: ["[Ñöţé]", "[Ţîþ]", "[Îɱþöŕţàñţ öñé]", "[Ŵàŕñîñĝ öñé]", "[Çàûţîöñ öñé]"],
        anchor: "[Ļîñķ ţö ţĥîš šéçţîöñ öñé ţŵö]",
        play: "[Þļàý ṽîðéö öñé: {}]",
        tasks: ["[Ţö ðö öñé]", "[Ðöñé]"],
        untranslated: "[Ţĥîš þàĝé îš ñöţ ţŕàñšļàţéð ýéţ öñé ţŵö ţĥŕéé]",
    },
    Texts {
        tag: "ar-xb",
        callouts: [
            "\u{202e}Note\u{202c}",
            "\u{202e}Tip\u{202c}",
            "\u{202e}Important\u{202c}",
            "\u{202e}Warning\u{202c}",
            "\u{202e}Caution\u{202c}",
        ],
        anchor: "\u{202e}Link to this section\u{202c}",
        play: "\u{202e}Play video\u{202c}: {}",
        tasks: ["\u{202e}To do\u{202c}", "\u{202e}Done\u{202c}"],
        untranslated: "\u{202e}This page is not translated yet\u{202c}",
    },
    Texts {
        tag: "en",
        callouts: ["Note", "Tip", "Important", "Warning", "Caution"],
        anchor: "Link to this section",
        play: "Play video: {}",
        tasks: ["To do", "Done"],
        untranslated: "This page is not translated yet.",
    },
    Texts {
        tag: "es",
        callouts: ["Nota", "Consejo", "Importante", "Advertencia", "Precaución"],
        anchor: "Enlace a esta sección",
        play: "Reproducir vídeo: {}",
        tasks: ["Pendiente", "Hecho"],
        untranslated: "Esta página aún no está traducida.",
    },
    Texts {
        tag: "fr",
        callouts: ["Remarque", "Astuce", "Important", "Avertissement", "Attention"],
        anchor: "Lien vers cette section",
        play: "Lire la vidéo : {}",
        tasks: ["À faire", "Fait"],
        untranslated: "Cette page n’est pas encore traduite.",
    },
    Texts {
        tag: "it",
        callouts: ["Nota", "Suggerimento", "Importante", "Avvertenza", "Attenzione"],
        anchor: "Link a questa sezione",
        play: "Riproduci il video: {}",
        tasks: ["Da fare", "Fatto"],
        untranslated: "Questa pagina non è ancora tradotta.",
    },
    Texts {
        tag: "ja",
        callouts: ["メモ", "ヒント", "重要", "警告", "注意"],
        anchor: "このセクションへのリンク",
        play: "動画を再生：{}",
        tasks: ["未完了", "完了"],
        untranslated: "このページはまだ翻訳されていません。",
    },
    Texts {
        tag: "nl",
        callouts: ["Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Voorzichtig"],
        anchor: "Link naar deze sectie",
        play: "Video afspelen: {}",
        tasks: ["Te doen", "Klaar"],
        untranslated: "Deze pagina is nog niet vertaald.",
    },
    Texts {
        tag: "pl",
        callouts: ["Uwaga", "Wskazówka", "Ważne", "Ostrzeżenie", "Przestroga"],
        anchor: "Link do tej sekcji",
        play: "Odtwórz film: {}",
        tasks: ["Do zrobienia", "Zrobione"],
        untranslated: "Ta strona nie jest jeszcze przetłumaczona.",
    },
    Texts {
        tag: "pt",
        callouts: ["Nota", "Dica", "Importante", "Aviso", "Cuidado"],
        anchor: "Link para esta seção",
        play: "Reproduzir vídeo: {}",
        tasks: ["A fazer", "Feito"],
        untranslated: "Esta página ainda não foi traduzida.",
    },
    Texts {
        tag: "ru",
        callouts: ["Примечание", "Совет", "Важно", "Предупреждение", "Осторожно"],
        anchor: "Ссылка на этот раздел",
        play: "Воспроизвести видео: {}",
        tasks: ["Не сделано", "Сделано"],
        untranslated: "Эта страница ещё не переведена.",
    },
    Texts {
        tag: "zh-hant",
        callouts: ["備註", "提示", "重要", "警告", "注意"],
        anchor: "連結至此章節",
        play: "播放影片：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此頁面尚未翻譯。",
    },
    Texts {
        tag: "zh-hk",
        callouts: ["備註", "提示", "重要", "警告", "注意"],
        anchor: "連結至此章節",
        play: "播放影片：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此頁面尚未翻譯。",
    },
    Texts {
        tag: "zh-mo",
        callouts: ["備註", "提示", "重要", "警告", "注意"],
        anchor: "連結至此章節",
        play: "播放影片：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此頁面尚未翻譯。",
    },
    Texts {
        tag: "zh-tw",
        callouts: ["備註", "提示", "重要", "警告", "注意"],
        anchor: "連結至此章節",
        play: "播放影片：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此頁面尚未翻譯。",
    },
    Texts {
        tag: "zh",
        callouts: ["备注", "提示", "重要", "警告", "注意"],
        anchor: "链接到此章节",
        play: "播放视频：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此页面尚未翻译。",
    },
];

impl Texts {
    /// Returns the texts for a language tag, such as `pt-BR` or `de_AT`. `None` if there are none.
    pub fn of(tag: &str) -> Option<&'static Texts> {
        let tag = tag.to_ascii_lowercase().replace('_', "-");
        LANGUAGES.iter().find(|it| {
            tag.strip_prefix(it.tag).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    }

    /// Returns the texts for a language tag, or the English ones.
    pub fn of_or_english(tag: &str) -> &'static Texts {
        Texts::of(tag).or_else(|| Texts::of("en")).expect("there are English texts")
    }

    /// Returns the name of the link of a heading to itself.
    pub fn anchor(&self) -> &'static str {
        self.anchor
    }

    /// Returns the text of the link that plays a video.
    pub fn play(&self, title: &str) -> String {
        self.play.replace("{}", title)
    }

    /// Returns the name of the checkbox of a task.
    pub fn task(&self, is_done: bool) -> &'static str {
        self.tasks[usize::from(is_done)]
    }

    /// Returns the notice on a page that shows another language.
    pub fn untranslated(&self) -> &'static str {
        self.untranslated
    }

    /// Returns the label of a kind of [`CALLOUTS`].
    pub fn callout(&self, kind: &str) -> Option<&'static str> {
        CALLOUTS.iter().position(|it| *it == kind).map(|index| self.callouts[index])
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn a_tag_selects_its_language_and_script() {
        for (tag, label) in [
            ("en", "Warning"),
            ("de-AT", "Warnung"),
            ("pt_BR", "Aviso"),
            ("zh-Hant-TW", "警告"),
            ("fi", "Warning"),
            ("ena", "Warning"),
        ] {
            assert_eq!(Texts::of_or_english(tag).callout("warning"), Some(label), "{tag}");
        }
        assert_eq!(Texts::of_or_english("fr").task(false), "À faire");
        assert_eq!(Texts::of_or_english("fr").task(true), "Fait");
        assert_eq!(Texts::of_or_english("zh-TW").callout("note"), Some("備註"));
        assert_eq!(Texts::of_or_english("zh-CN").callout("note"), Some("备注"));
        assert!(Texts::of("fi").is_none());
    }
}
