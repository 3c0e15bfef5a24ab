import Testing

@testable import NexusCore

@Suite("Emoji")
struct EmojiTests {
    @Test("the table matches Unicode as in the standard library")
    func table() {
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isColorful = EmojiTable.contains(scalar, in: EmojiTable.colorful)
            let isTextual = EmojiTable.contains(scalar, in: EmojiTable.textual)
            #expect(isColorful == scalar.properties.isEmojiPresentation, "\(String(value, radix: 16))")
            #expect((isColorful || isTextual) == scalar.properties.isEmoji, "\(String(value, radix: 16))")
        }
    }

    @Test(
        "one emoji of any kind is accepted unchanged",
        arguments: ["👍", "👍🏽", "❤️", "🏳️‍🌈", "👩‍👩‍👧‍👦", "🧑🏿‍🚀", "🇯🇵", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "#️⃣", "👁️‍🗨️", "©️", "🏴", "☝🏻"])
    func accepted(_ emoji: String) {
        #expect(Emoji.accepted(emoji) == emoji)
    }

    @Test("two spellings of an emoji are the same")
    func normalized() {
        #expect(Emoji.accepted("\u{2764}") == "\u{2764}\u{FE0F}")
        #expect(Emoji.accepted("\u{1F44D}\u{FE0F}") == "\u{1F44D}")
        #expect(Emoji.accepted("1\u{20E3}") == "1\u{FE0F}\u{20E3}")
    }

    @Test(
        "other texts are refused",
        arguments: [
            "", " ", "a", "1", "#", "👍👍", "👍 ", " 👍", "👍a", "<b>", "é", "🇯", "🇯🇵🇯🇵", "🇯👍", "\u{200D}", "👍\u{200D}",
            "\u{200D}👍", "\u{FE0F}", "👍\u{FE0F}\u{FE0F}", "🏴\u{E0067}", "👍\u{E0067}\u{E007F}", "1\u{FE0F}", "🏽",
            "👍\u{301}",
        ])
    func refused(_ text: String) {
        #expect(Emoji.accepted(text) == nil)
    }

    @Test("an emoji beyond the limit is refused")
    func length() {
        let elements = Array(repeating: "👩", count: 9).joined(separator: "\u{200D}")
        #expect(elements.utf8.count == 60)
        #expect(Emoji.accepted(elements) == elements)
        #expect(Emoji.accepted(elements + "\u{200D}👩") == nil)
    }

    @Test("accepted emoji are one character within the limit, and accepted in their stored form")
    func fuzzed() {
        let parts: [Unicode.Scalar] = [
            "👍", "❤", "👩", "🚀", "🇯", "🇵", "🏴", "🏳", "🏽", "1", "#", "a", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{E0067}",
            "\u{E007F}", "\u{301}", " ",
        ]
        var accepted = 0
        for seed in UInt64(0)..<20_000 {
            var random = DeviceRandom(seed: seed)
            var text = String.UnicodeScalarView()
            for _ in 0..<(random.next() % 5 + 1) {
                text.append(parts[Int(random.next() % UInt64(parts.count))])
            }
            guard let emoji = Emoji.accepted(String(text)) else { continue }
            accepted += 1
            #expect(emoji.count == 1, "\(seed)")
            #expect(emoji.utf8.count <= Limits.emojiBytes + 3)
            #expect(Emoji.accepted(emoji) == emoji, "\(seed)")
        }
        #expect(accepted > 500)
    }
}
