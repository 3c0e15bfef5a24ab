import NexusCore
import Testing

@Suite("Formatted text")
struct FormattedTextTests {
    /// Blocks and pieces in a short notation: `quote[bold:word|:plain]`.
    private func shape(_ text: String, naming names: [String] = []) -> String {
        FormattedText(text, mentions: mentions(of: names, in: text)).blocks.map { block in
            let kind =
                switch block.kind {
                case .paragraph: "p"
                case .quote: "quote"
                case .item(let number, let depth): "item\(number ?? "")\(String(repeating: ">", count: depth))"
                case .code(let language): "code \(language)"
                }
            let pieces = block.pieces.map { piece in
                var style = ""
                if piece.style.contains(.bold) { style += "b" }
                if piece.style.contains(.italic) { style += "i" }
                if piece.style.contains(.struck) { style += "s" }
                if piece.style.contains(.code) { style += "c" }
                if piece.style.contains(.mention) { style += "m" }
                return style + ":" + piece.text + (piece.link.map { "→\($0)" } ?? "")
            }
            return "\(kind)[\(pieces.joined(separator: "|"))]"
        }.joined(separator: " ")
    }

    /// The first place of each name.
    private func mentions(of names: [String], in text: String) -> [Mention] {
        names.compactMap { name in
            text.firstRange(of: name).map { range in
                Mention(
                    user: UserID(high: 1, low: 1),
                    start: text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound),
                    length: name.unicodeScalars.count)
            }
        }
    }

    @Test(
        "a name has its own style, also within others, and no part of it is a mark",
        arguments: [
            ("Hi @Ada!", ["@Ada"], "p[:Hi |m:@Ada|:!]"),
            ("**ask @Zoë K** 🎉", ["@Zoë K"], "p[b:ask |bm:@Zoë K|: 🎉]"),
            ("🎉 *@a*b*", ["@a*b"], "p[:🎉 |im:@a*b]"),
            ("- @_x_ and _y_", ["@_x_"], "item[m:@_x_|: and |i:y]"),
            ("> @Ada\n> yes", ["@Ada"], "quote[m:@Ada|:\n|:yes]"),
            ("bob@Ada.org", ["@Ada"], "p[:bob|m:@Ada|:.org]"),
            ("`@Ada` @Ben", ["@Ada", "@Ben"], "p[c:@Ada|: |m:@Ben]"),
        ])
    func names(_ text: String, _ names: [String], _ expected: String) {
        #expect(shape(text, naming: names) == expected)
        #expect(!FormattedText(text, mentions: mentions(of: names, in: text)).isPlain)
    }

    @Test("a name beyond the end of the text is ignored")
    func namesOutside() {
        let user = UserID(high: 1, low: 1)
        for mention in [Mention(user: user, start: 9, length: 2), Mention(user: user, start: 5, length: 1)] {
            #expect(FormattedText("plain", mentions: [mention]).isPlain)
        }
        #expect(FormattedText("plain", mentions: [Mention(user: user, start: 3, length: 99)]).words == "plain")
    }

    @Test(
        "pairs of marks give a style",
        arguments: [
            ("**bold** it", "p[b:bold|: it]"),
            ("*italic* and _italic_", "p[i:italic|: and |i:italic]"),
            ("~~gone~~", "p[s:gone]"),
            ("__bold__", "p[b:bold]"),
            ("***both***", "p[bi:both]"),
            ("**bold *both* bold**", "p[b:bold |bi:both|b: bold]"),
            ("*a **b***", "p[i:a |bi:b]"),
            ("`code`", "p[c:code]"),
            ("``a ` b``", "p[c:a ` b]"),
            ("**`code`**", "p[bc:code]"),
            ("(**bold**)", "p[:(|b:bold|:)]"),
            ("**重要**なこと", "p[b:重要|:なこと]"),
            ("**a *b** c", "p[b:a *b|: c]"),
            ("**שלום** עולם", "p[b:שלום|: עולם]"),
            ("**two\nlines**", "p[b:two\nlines]"),
        ])
    func styles(_ text: String, _ expected: String) { #expect(shape(text) == expected) }

    @Test(
        "unmatched marks are shown as typed",
        arguments: [
            "2*3*4 and 2 * 3 * 4", "x**2 + y**2", "snake_case_name", "имя_файла_тут", "src/*.swift and tests/*.swift",
            "**/*.swift", "^_^ hello ^_^", "¯\\_(ツ)_/¯", "**open", "close**", "****", "a * *", "`", "``", "` `",
            "~5 ~6",
            "*a\n\nb*",
            "a ** b ** c", "\\*not\\*", "<b>bold</b>", "&lt;", "$a*b*c$", "-", "- ", "1.",
            "2026. That was it",
            "1.5 hours", ">:(", ">_<", "# not a heading", "```", "```\n```", "```swift\nlet a", ">", "> ", "-5 degrees",
        ])
    func plain(_ text: String) {
        let formatted = FormattedText(text)
        #expect(formatted.words == text.trimmed, "\(shape(text))")
        #expect(formatted.isPlain)
    }

    @Test(
        "lines with a prefix are quotes, lists and code",
        arguments: [
            ("> quoted", "quote[:quoted]"),
            ("> one\n>\n> **two**\nthree", "quote[:one|:\n|:\n|b:two] p[:three]"),
            ("before\n> quoted", "p[:before] quote[:quoted]"),
            ("- one\n- two", "item[:one] item[:two]"),
            ("* one\n  * two\n• three", "item[:one] item>[:two] item[:three]"),
            ("1. one\n2) *two*\n10. ten", "item1[:one] item2[i:two] item10[:ten]"),
            ("```swift\nlet a = *b*\n```", "code swift[c:let a = *b*]"),
            ("see\n```\n  a\n\n  b\n```\nthere", "p[:see] code [c:  a\n\n  b] p[:there]"),
            ("one\n\ntwo", "p[:one\n\ntwo]"),
            ("a\n\n- b\n\nc", "p[:a] item[:b] p[:c]"),
        ])
    func blocks(_ text: String, _ expected: String) { #expect(shape(text) == expected) }

    @Test(
        "http, https, mailto, www and bare e-mail addresses become links, without the sentence's punctuation",
        arguments: [
            ("See https://a.example/b. And", "p[:See |:https://a.example/b→https://a.example/b|:. And]"),
            ("(see http://a.example/b_(c))", "p[:(see |:http://a.example/b_(c)→http://a.example/b_(c)|:)]"),
            (
                "www.a.example, j.k+l@m.example!",
                "p[:www.a.example→https://www.a.example|:, |:j.k+l@m.example→mailto:j.k+l@m.example|:!]"
            ),
            ("mailto:g@h.example", "p[:mailto:g@h.example→mailto:g@h.example]"),
            ("HTTPS://A.example", "p[:HTTPS://A.example→HTTPS://A.example]"),
            ("**https://a.example/x_y_z**", "p[b:https://a.example/x_y_z→https://a.example/x_y_z]"),
            ("http://[::1]:8080/x", "p[:http://[::1]:8080/x→http://[::1]:8080/x]"),
            ("<https://a.example/b>", "p[:<|:https://a.example/b→https://a.example/b|:>]"),
            ("_john_smith@a.example_", "p[i:john_smith@a.example→mailto:john_smith@a.example]"),
            ("見て https://a.example/道。", "p[:見て |:https://a.example/道→https://a.example/道|:。]"),
            ("[the plan](https://a.example/p)", "p[:the plan→https://a.example/p]"),
            ("[a.example/p](https://a.example/p)", "p[:a.example/p→https://a.example/p]"),
            ("**[the plan](https://a.example/(p))**", "p[b:the plan→https://a.example/(p)]"),
        ])
    func links(_ text: String, _ expected: String) { #expect(shape(text) == expected) }

    @Test(
        "nothing else becomes a link",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//a.example", "ftp://a.example", "a@b",
            "@a",
            "https://", "http:// a", "java\u{0}script:alert(1)", "view-source:x", "www.a",
            "xhttps://a.example"
                .replacing("https", with: "http"), "[x](javascript:alert(1))", "[x](/c/1)", "mailto:",
            "mailto:a",
        ])
    func noLinks(_ text: String) {
        let links = FormattedText(text).blocks.flatMap(\.pieces).compactMap(\.link)
        #expect(links.isEmpty)
    }

    @Test("words that look like an address link only to that address")
    func honest() {
        let links = FormattedText("[bank.example](https://evil.example/)").blocks.flatMap(\.pieces).compactMap {
            piece in
            piece.link.map { [piece.text, $0] }
        }
        #expect(links == [["https://evil.example/", "https://evil.example/"]])
    }

    @Test("each limit holds at its edge")
    func limits() {
        func words(_ count: Int) -> String { String(repeating: "w", count: count) }
        func link(_ label: Int, _ address: Int) -> String { "[\(words(label))](https://\(words(address - 8)))" }
        let isLink = { (text: String) in FormattedText(text).blocks[0].pieces[0].link != nil }
        #expect(isLink(link(300, 20)) && !isLink(link(301, 20)))
        #expect(isLink(link(3, 2_000)) && !isLink(link(3, 2_001)))
        #expect(shape("123. a") == "item123[:a]" && shape("1234. a") == "p[:1234. a]")
        #expect(shape("        - a") == "item>>>[:a]")
        #expect(shape("```\(words(20))\na\n```") == "code \(words(20))[c:a]")
        #expect(shape("```\(words(21))\na\n```") == "p[c:\(words(21))\na\n]")
        #expect(shape("***a***") == "p[bi:a]" && shape("****a****") == "p[:****a****]")
        #expect(shape("```a```") == "p[c:a]" && shape("````a````") == "p[:````a````]")
    }

    @Test("the plain words have no marks")
    func words() {
        #expect(FormattedText("> **a**\n- `b`\n3. _c_").words == "a\n• b\n3. c")
    }

    @Test("for any text, rows lose no word, keep their order and add nothing")
    func roundTrip() {
        var random = SeededGenerator(seed: 26)
        let parts = [
            "*", "**", "_", "__", "~~", "`", "```", "\n", "\n\n", "> ", ">", "- ", "1. ", " ", "  ", "a", "Wort", "日本",
            "🙂",
            "https://a.example/", "www.a.example", "x@y.example", "[", "](", ")", "](https://a.example)", "<b>",
            "</script>", "&amp;",
            "\u{0}", "\u{202E}", "é", "e\u{301}", "\r\n", "\t", "```swift\n",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<24, using: &random)
            let text = (0..<count).map { _ in parts.randomElement(using: &random)! }.joined()
            check(text)
        }
    }

    /// Every piece is the source's own text at its range; the ranges follow one another; between them there are marks only.
    private func check(_ text: String) {
        let bytes = Array(text.utf8)
        let marks = Set("*_~`>-•.()[]0123456789 \n\r\t\u{B}\u{C}".utf8)
        var end = 0
        for piece in FormattedText(text).blocks.flatMap(\.pieces) {
            guard piece.range.lowerBound >= end, piece.range.upperBound <= bytes.count else {
                Issue.record("ranges of \(text.debugDescription) overlap")
                return
            }
            #expect(Array(piece.text.utf8) == Array(bytes[piece.range]), "\(text.debugDescription)")
            let between = bytes[end..<piece.range.lowerBound]
            #expect(
                isMarks(between, marks),
                "\(text.debugDescription) lost \(String(decoding: between, as: UTF8.self).debugDescription)")
            end = piece.range.upperBound
        }
        #expect(isMarks(bytes[end...], marks), "\(text.debugDescription) lost its end")
    }

    /// Marks, the language of a fence, or the address of a label.
    private func isMarks(_ bytes: ArraySlice<UInt8>, _ marks: Set<UInt8>) -> Bool {
        bytes.allSatisfy { marks.contains($0) }
            || String(decoding: bytes, as: UTF8.self).contains("](https://")
            || String(decoding: bytes, as: UTF8.self).contains("```")
    }

    @Test(
        "a text built to be slow is parsed completely",
        arguments: [
            String(repeating: "*a ", count: 2_600), String(repeating: "*a _b_ ", count: 1_100),
            String(repeating: "a@", count: 4_000),
            String(repeating: "a.", count: 4_000) + "@", "https://a.example/" + String(repeating: ")", count: 7_900),
            String(repeating: "[a](http://a", count: 660), String(repeating: "`", count: 8_000),
            String(repeating: "`a``b```c", count: 880),
            String(repeating: "```a\n", count: 1_600), String(repeating: "> ", count: 4_000),
            String(repeating: "[", count: 8_000),
            String(repeating: "**a ", count: 1_000) + String(repeating: "b** ", count: 1_000),
            String(repeating: "http://", count: 1_100),
        ])
    func slow(_ text: String) { #expect(!FormattedText(text).words.isEmpty) }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
