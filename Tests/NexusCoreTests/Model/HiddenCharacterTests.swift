import NexusCore
import Testing

@Suite("Invisible characters")
struct HiddenCharacterTests {
    @Test(
        "are refused at every place of a name or title",
        arguments: [
            // Control characters and line breaks.
            "\u{0}", "\u{7}", "\t", "\n", "\r\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}", "\u{2028}", "\u{2029}",
            // Marks of direction.
            "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
            // Invisible characters.
            "\u{AD}", "\u{34F}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{180B}", "\u{180E}", "\u{200B}",
            "\u{200C}", "\u{200D}", "\u{2060}", "\u{2063}", "\u{206F}", "\u{3164}", "\u{FE00}", "\u{FE0E}", "\u{FE0F}",
            "\u{FEFF}", "\u{FFA0}", "\u{FFF9}", "\u{1BCA0}", "\u{1D159}", "\u{1D173}",
            "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{E0100}", "\u{E01EF}",
        ])
    func refused(hidden: String) throws {
        let scalar = try #require(hidden.unicodeScalars.first)
        let text = "Ada" + hidden + "Byron"
        #expect(throws: TextProblem.hidden(scalar, field: .name)) { try TextRule.name(text) }
        #expect(throws: TextProblem.hidden(scalar, field: .title)) { try TextRule.title(text) }
        #expect(TextRule.visible(text) == "AdaByron")
        #expect(TextRule.fileName(text) == "AdaByron")
        #expect(TextRule.deviceName(text, limit: 100) == "AdaByron")
    }

    @Test(
        "include Unicode's noncharacters",
        arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFF, 0x10FFFF])
    func noncharacters(code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        #expect(throws: TextProblem.hidden(scalar, field: .name)) {
            try TextRule.name("Ada" + String(Character(scalar)))
        }
    }

    @Test("a description may have line breaks and tabs only")
    func lines() throws {
        let text = "one\n\ttwo\r\nthree\u{2028}four"
        #expect(try TextRule.about(text) == text)
        #expect(try TextRule.description(text) == text)
        #expect(throws: TextProblem.hidden("\u{202E}", field: .about)) { try TextRule.about("one\n\u{202E}two") }
        #expect(throws: TextProblem.hidden("\u{7}", field: .description)) { try TextRule.description("one\u{7}") }
        #expect(try TextRule.about(" \u{2800} ") == "")
    }

    @Test(
        "emoji are accepted like letters, also those of several characters",
        arguments: [
            "👩‍💻", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🏴‍☠️", "❤️", "❤︎", "☺️", "👍🏽", "🧑🏽‍🚀", "🕵🏽‍♂️", "👁️‍🗨️", "🇩🇪", "1️⃣", "#️⃣", "™️",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🧑‍🦰", "Launch 🚀 crew ❤️‍🔥!",
        ])
    func emoji(text: String) throws {
        #expect(Array(try TextRule.name(text).utf8) == Array(text.utf8))
        #expect(Array(TextRule.visible(text).utf8) == Array(text.utf8))
        #expect(Array(TextRule.fileName(text + ".png").utf8).count > 0)
    }

    @Test(
        "joiners and selectors are accepted where a script needs them",
        arguments: [
            // Persian: a joiner keeps two letters apart; Sinhala, Malayalam, Bengali, Marathi: it shapes them.
            "می\u{200C}خواهم", "علی\u{200C}رضا", "ශ්\u{200D}රී", "ന്\u{200D}", "র\u{200D}্যাম", "क्\u{200D}ष", "क्\u{200C}ष",
            // Variants of ideographs in Japanese names, and of Mongolian letters.
            "葛\u{E0100}飾", "辻\u{E0101}", "\u{1820}\u{180B}\u{1828}\u{180E}\u{1820}",
            // Letters with marks, right to left, and wide ones.
            "Zoë", "Zoe\u{308}", "أحمد", "שָׁלוֹם", "山田　太郎", "Łukasz", "ทดสอบ", "한국어", "O’Neil-Smith Jr.", "\u{F8FF}",
            "⠓⠊",
        ])
    func scripts(text: String) throws {
        #expect(Array(try TextRule.name(text).utf8) == Array(text.utf8))
        #expect(Array(try TextRule.title(text).utf8) == Array(text.utf8))
        #expect(Array(TextRule.visible(text).utf8) == Array(text.utf8))
    }

    @Test(
        "a joiner or selector without effect is refused: the name would look like another",
        arguments: [
            "Ad\u{200D}a", "علی\u{200C}", "علی\u{200C} رضا", "می\u{200C}\u{200C}خواهم", "\u{200C}علی", "👩\u{200D}",
            "👩\u{200D}a",
            "a\u{FE0F}", "1\u{FE0F}", "👍\u{FE0F}\u{FE0F}", "葛\u{E0100}\u{E0100}", "🏴\u{E0067}", "🚀\u{E007F}",
            "Ada\u{E0100}",
        ])
    func misplaced(text: String) {
        #expect(throws: TextProblem.self) { try TextRule.name("x" + text) }
    }

    @Test(
        "a name of invisible characters is empty",
        arguments: ["\u{2800}", " \u{2800}\u{3000}\u{2800} ", "\u{200B}\u{FEFF}"])
    func blank(text: String) {
        #expect(throws: TextProblem.empty(field: .name)) { try TextRule.name(text) }
        #expect(throws: TextProblem.empty(field: .title)) { try TextRule.title(text) }
    }

    @Test("the reason names the field and the character")
    func messages() {
        let reasons: [(Unicode.Scalar, String)] = [
            ("\n", "The title has a line break. Remove it."), ("\t", "The title has a tab. Remove it."),
            ("\u{7}", "The title has a control character (U+0007). Remove it."),
            ("\u{202E}", "The title has a character that changes the direction of text (U+202E). Remove it."),
            ("\u{AD}", "The title has an invisible character (U+00AD). Remove it."),
            ("\u{E0041}", "The title has an invisible character (U+E0041). Remove it."),
        ]
        for (scalar, reason) in reasons { #expect(TextProblem.hidden(scalar, field: .title).message == reason) }
        #expect(Refusal(TextProblem.hidden("\u{AD}", field: .name)).code == .invalidName)
        #expect(Refusal(TextProblem.hidden("\u{AD}", field: .title)).code == .titleInvalid)
        #expect(Refusal(TextProblem.hidden("\u{AD}", field: .about)).code == .textInvalid)
        #expect(Refusal(TextProblem.hidden("\u{AD}", field: .description)).code == .textInvalid)
    }
}
