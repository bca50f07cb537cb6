//! Texts that the generator itself writes into pages, by language.

/// The kinds of callouts that every site has, in the order of `Texts::callouts`.
pub const CALLOUTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

/// The texts of a language.
#[derive(Debug)]
pub struct Texts {
    /// The starts of language tags, in lower case.
    tags: &'static [&'static str],
    callouts: [&'static str; 5],
    anchor: &'static str,
    play: &'static str,
    /// The states of a task: open, and done.
    tasks: [&'static str; 2],
    /// The notice on a page that shows another language.
    untranslated: &'static str,
}

/// The languages, by their tags. A longer tag is before a shorter one that it begins with.
static LANGUAGES: [Texts; 32] = [
    Texts {
        tags: &["ar-xb"],
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
        tags: &["ar"],
        callouts: ["ملاحظة", "نصيحة", "مهم", "تحذير", "تنبيه"],
        anchor: "رابط إلى هذا القسم",
        play: "تشغيل الفيديو: {}",
        tasks: ["قيد الانتظار", "تم"],
        untranslated: "لم تُترجم هذه الصفحة بعد.",
    },
    Texts {
        tags: &["cs"],
        callouts: ["Poznámka", "Tip", "Důležité", "Varování", "Pozor"],
        anchor: "Odkaz na tento oddíl",
        play: "Přehrát video: {}",
        tasks: ["Nedokončeno", "Dokončeno"],
        untranslated: "Tato stránka zatím není přeložena.",
    },
    Texts {
        tags: &["da"],
        callouts: ["Bemærk", "Tip", "Vigtigt", "Advarsel", "Forsigtig"],
        anchor: "Link til dette afsnit",
        play: "Afspil video: {}",
        tasks: ["Ikke udført", "Udført"],
        untranslated: "Denne side er endnu ikke oversat.",
    },
    Texts {
        tags: &["de"],
        callouts: ["Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht"],
        anchor: "Link zu diesem Abschnitt",
        play: "Video abspielen: {}",
        tasks: ["Offen", "Erledigt"],
        untranslated: "Diese Seite ist noch nicht übersetzt.",
    },
    Texts {
        tags: &["el"],
        callouts: ["Σημείωση", "Συμβουλή", "Σημαντικό", "Προειδοποίηση", "Προσοχή"],
        anchor: "Σύνδεσμος προς αυτή την ενότητα",
        play: "Αναπαραγωγή βίντεο: {}",
        tasks: ["Εκκρεμεί", "Ολοκληρώθηκε"],
        untranslated: "Αυτή η σελίδα δεν έχει μεταφραστεί ακόμη.",
    },
    Texts {
        tags: &["en-xa"],
        callouts: ["[Ñöţé]", "[Ţîþ]", "[Îɱþöŕţàñţ öñé]", "[Ŵàŕñîñĝ öñé]", "[Çàûţîöñ öñé]"],
        anchor: "[Ļîñķ ţö ţĥîš šéçţîöñ öñé ţŵö]",
        play: "[Þļàý ṽîðéö öñé: {}]",
        tasks: ["[Ţö ðö öñé]", "[Ðöñé]"],
        untranslated: "[Ţĥîš þàĝé îš ñöţ ţŕàñšļàţéð ýéţ öñé ţŵö ţĥŕéé]",
    },
    Texts {
        tags: &["en"],
        callouts: ["Note", "Tip", "Important", "Warning", "Caution"],
        anchor: "Link to this section",
        play: "Play video: {}",
        tasks: ["To do", "Done"],
        untranslated: "This page is not translated yet.",
    },
    Texts {
        tags: &["es"],
        callouts: ["Nota", "Consejo", "Importante", "Advertencia", "Precaución"],
        anchor: "Enlace a esta sección",
        play: "Reproducir vídeo: {}",
        tasks: ["Pendiente", "Hecho"],
        untranslated: "Esta página aún no está traducida.",
    },
    Texts {
        tags: &["fa"],
        callouts: ["یادداشت", "نکته", "مهم", "هشدار", "احتیاط"],
        anchor: "پیوند به این بخش",
        play: "پخش ویدیو: {}",
        tasks: ["انجام\u{200c}نشده", "انجام\u{200c}شده"],
        untranslated: "این صفحه هنوز ترجمه نشده است.",
    },
    Texts {
        tags: &["fi"],
        callouts: ["Huomautus", "Vinkki", "Tärkeää", "Varoitus", "Varo"],
        anchor: "Linkki tähän osioon",
        play: "Toista video: {}",
        tasks: ["Tekemättä", "Tehty"],
        untranslated: "Tätä sivua ei ole vielä käännetty.",
    },
    Texts {
        tags: &["fr"],
        callouts: ["Remarque", "Astuce", "Important", "Avertissement", "Attention"],
        anchor: "Lien vers cette section",
        play: "Lire la vidéo : {}",
        tasks: ["À faire", "Fait"],
        untranslated: "Cette page n’est pas encore traduite.",
    },
    Texts {
        tags: &["he", "iw"],
        callouts: ["הערה", "טיפ", "חשוב", "אזהרה", "זהירות"],
        anchor: "קישור לסעיף זה",
        play: "הפעלת הסרטון: {}",
        tasks: ["לביצוע", "בוצע"],
        untranslated: "עמוד זה עדיין לא תורגם.",
    },
    Texts {
        tags: &["hi"],
        callouts: ["नोट", "सुझाव", "महत्वपूर्ण", "चेतावनी", "सावधान"],
        anchor: "इस अनुभाग का लिंक",
        play: "वीडियो चलाएँ: {}",
        tasks: ["बाकी", "पूरा"],
        untranslated: "इस पृष्ठ का अभी अनुवाद नहीं हुआ है।",
    },
    Texts {
        tags: &["hu"],
        callouts: ["Megjegyzés", "Tipp", "Fontos", "Figyelmeztetés", "Vigyázat"],
        anchor: "Hivatkozás erre a szakaszra",
        play: "Videó lejátszása: {}",
        tasks: ["Teendő", "Kész"],
        untranslated: "Ez az oldal még nincs lefordítva.",
    },
    Texts {
        tags: &["id", "in"],
        callouts: ["Catatan", "Tips", "Penting", "Peringatan", "Awas"],
        anchor: "Tautan ke bagian ini",
        play: "Putar video: {}",
        tasks: ["Belum selesai", "Selesai"],
        untranslated: "Halaman ini belum diterjemahkan.",
    },
    Texts {
        tags: &["it"],
        callouts: ["Nota", "Suggerimento", "Importante", "Avvertenza", "Attenzione"],
        anchor: "Link a questa sezione",
        play: "Riproduci il video: {}",
        tasks: ["Da fare", "Fatto"],
        untranslated: "Questa pagina non è ancora tradotta.",
    },
    Texts {
        tags: &["ja"],
        callouts: ["メモ", "ヒント", "重要", "警告", "注意"],
        anchor: "このセクションへのリンク",
        play: "動画を再生：{}",
        tasks: ["未完了", "完了"],
        untranslated: "このページはまだ翻訳されていません。",
    },
    Texts {
        tags: &["ko"],
        callouts: ["참고", "팁", "중요", "경고", "주의"],
        anchor: "이 섹션으로 연결되는 링크",
        play: "동영상 재생: {}",
        tasks: ["미완료", "완료"],
        untranslated: "이 페이지는 아직 번역되지 않았습니다.",
    },
    Texts {
        tags: &["nb", "no"],
        callouts: ["Merk", "Tips", "Viktig", "Advarsel", "Forsiktig"],
        anchor: "Lenke til denne delen",
        play: "Spill av video: {}",
        tasks: ["Ikke gjort", "Ferdig"],
        untranslated: "Denne siden er ikke oversatt ennå.",
    },
    Texts {
        tags: &["nl"],
        callouts: ["Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Voorzichtig"],
        anchor: "Link naar deze sectie",
        play: "Video afspelen: {}",
        tasks: ["Te doen", "Klaar"],
        untranslated: "Deze pagina is nog niet vertaald.",
    },
    Texts {
        tags: &["pl"],
        callouts: ["Uwaga", "Wskazówka", "Ważne", "Ostrzeżenie", "Przestroga"],
        anchor: "Link do tej sekcji",
        play: "Odtwórz film: {}",
        tasks: ["Do zrobienia", "Zrobione"],
        untranslated: "Ta strona nie jest jeszcze przetłumaczona.",
    },
    Texts {
        tags: &["pt-ao", "pt-mz", "pt-pt"],
        callouts: ["Nota", "Dica", "Importante", "Aviso", "Cuidado"],
        anchor: "Ligação para esta secção",
        play: "Reproduzir vídeo: {}",
        tasks: ["Por fazer", "Feito"],
        untranslated: "Esta página ainda não foi traduzida.",
    },
    Texts {
        tags: &["pt"],
        callouts: ["Nota", "Dica", "Importante", "Aviso", "Cuidado"],
        anchor: "Link para esta seção",
        play: "Reproduzir vídeo: {}",
        tasks: ["A fazer", "Feito"],
        untranslated: "Esta página ainda não foi traduzida.",
    },
    Texts {
        tags: &["ro"],
        callouts: ["Notă", "Sfat", "Important", "Avertisment", "Atenție"],
        anchor: "Link către această secțiune",
        play: "Redă videoclipul: {}",
        tasks: ["De făcut", "Gata"],
        untranslated: "Această pagină nu este încă tradusă.",
    },
    Texts {
        tags: &["ru"],
        callouts: ["Примечание", "Совет", "Важно", "Предупреждение", "Осторожно"],
        anchor: "Ссылка на этот раздел",
        play: "Воспроизвести видео: {}",
        tasks: ["Не сделано", "Сделано"],
        untranslated: "Эта страница ещё не переведена.",
    },
    Texts {
        tags: &["sv"],
        callouts: ["Obs", "Tips", "Viktigt", "Varning", "Försiktighet"],
        anchor: "Länk till det här avsnittet",
        play: "Spela upp video: {}",
        tasks: ["Att göra", "Klart"],
        untranslated: "Den här sidan är inte översatt än.",
    },
    Texts {
        tags: &["tr"],
        callouts: ["Not", "İpucu", "Önemli", "Uyarı", "Dikkat"],
        anchor: "Bu bölüme bağlantı",
        play: "Videoyu oynat: {}",
        tasks: ["Yapılacak", "Tamamlandı"],
        untranslated: "Bu sayfa henüz çevrilmedi.",
    },
    Texts {
        tags: &["uk"],
        callouts: ["Примітка", "Порада", "Важливо", "Попередження", "Обережно"],
        anchor: "Посилання на цей розділ",
        play: "Відтворити відео: {}",
        tasks: ["Не виконано", "Виконано"],
        untranslated: "Цю сторінку ще не перекладено.",
    },
    Texts {
        tags: &["vi"],
        callouts: ["Ghi chú", "Mẹo", "Quan trọng", "Cảnh báo", "Cẩn thận"],
        anchor: "Liên kết đến phần này",
        play: "Phát video: {}",
        tasks: ["Chưa xong", "Đã xong"],
        untranslated: "Trang này chưa được dịch.",
    },
    Texts {
        tags: &["zh-hant", "zh-hk", "zh-mo", "zh-tw"],
        callouts: ["備註", "提示", "重要", "警告", "注意"],
        anchor: "連結至此章節",
        play: "播放影片：{}",
        tasks: ["未完成", "已完成"],
        untranslated: "此頁面尚未翻譯。",
    },
    Texts {
        tags: &["zh"],
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
        let has_start = |start: &&str| {
            tag.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        LANGUAGES.iter().find(|it| it.tags.iter().any(has_start))
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
            ("fi-FI", "Varoitus"),
            ("no", "Advarsel"),
            ("ar", "تحذير"),
            ("ar-XB", "\u{202e}Warning\u{202c}"),
            ("mt", "Warning"),
            ("ena", "Warning"),
        ] {
            assert_eq!(Texts::of_or_english(tag).callout("warning"), Some(label), "{tag}");
        }
        assert_eq!(Texts::of_or_english("fr").task(false), "À faire");
        assert_eq!(Texts::of_or_english("fr").task(true), "Fait");
        assert_eq!(Texts::of_or_english("zh-TW").callout("note"), Some("備註"));
        assert_eq!(Texts::of_or_english("zh-CN").callout("note"), Some("备注"));
        assert!(Texts::of("mt").is_none());
    }
}
