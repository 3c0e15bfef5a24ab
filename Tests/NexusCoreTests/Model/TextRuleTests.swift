import NexusCore
import Testing

@Suite("The rules for texts")
struct TextRuleTests {
    @Test("8,000 characters are a message, one more is refused with the limit named")
    func messageLimit() throws {
        for character in ["a", "é", "語", "👍"] {
            let longest = String(repeating: character, count: 8_000)
            #expect(try TextRule.message(longest) == longest)
            let refusal = #expect(throws: TextProblem.self) { try TextRule.message(longest + character) }
            #expect(refusal == .tooLong(field: .message, limit: 8_000))
            #expect(refusal?.message.contains("8000") == true)
        }
    }

    @Test("characters are counted as Unicode scalars, after trimming white space")
    func scalars() throws {
        let family = "👨‍👩‍👧"
        #expect(family.count == 1 && family.unicodeScalars.count == 5)
        #expect(throws: Never.self) { try TextRule.message(String(repeating: family, count: 1_600)) }
        #expect(throws: TextProblem.self) { try TextRule.message(String(repeating: family, count: 1_601)) }
        let padded = String(repeating: " ", count: 9_000) + String(repeating: "a", count: 8_000) + "\n"
        #expect(try TextRule.message(padded).utf8.count == 8_000)
    }

    @Test(
        "a text without visible characters is empty",
        arguments: [
            "", " ", "\t\r\n", "\u{A0}\u{2003}\u{200B}", "\u{FEFF}", "\u{2060}\u{3000}\u{85}",
            "\u{B}\u{C}\u{1680}\u{205F}",
        ])
    func empty(text: String) {
        #expect(throws: TextProblem.empty(field: .message)) { try TextRule.message(text) }
        #expect(throws: TextProblem.empty(field: .name)) { try TextRule.name(text) }
        #expect(throws: TextProblem.empty(field: .title)) { try TextRule.title(text) }
    }

    @Test("the inside of a text is unchanged")
    func inner() throws {
        #expect(try TextRule.message(" \n a  b\n\n\tc \u{A0}") == "a  b\n\n\tc")
        #expect(try TextRule.message("\r\nfoo\r\nbar\r\n") == "foo\r\nbar")
    }

    @Test("names and titles have their own limits")
    func otherLimits() throws {
        #expect(try TextRule.name(String(repeating: "é", count: 80)).unicodeScalars.count == 80)
        #expect(throws: TextProblem.tooLong(field: .name, limit: 80)) {
            try TextRule.name(String(repeating: "é", count: 81))
        }
        #expect(try TextRule.title(String(repeating: "t", count: 120)).utf8.count == 120)
        #expect(throws: TextProblem.tooLong(field: .title, limit: 120)) {
            try TextRule.title(String(repeating: "t", count: 121))
        }
    }

    @Test("a profile description has 140 characters, a group's 500, and either may be empty")
    func aboutLimits() throws {
        #expect(try TextRule.about(String(repeating: "語", count: 140)).unicodeScalars.count == 140)
        #expect(throws: TextProblem.tooLong(field: .about, limit: 140)) {
            try TextRule.about(String(repeating: "語", count: 141))
        }
        #expect(try TextRule.description(String(repeating: "é", count: 500)).unicodeScalars.count == 500)
        #expect(throws: TextProblem.tooLong(field: .description, limit: 500)) {
            try TextRule.description(String(repeating: "é", count: 501))
        }
        #expect(try TextRule.about(" \n") == "" && TextRule.description("\t") == "")
    }

    @Test(
        "an address is trimmed and lower-cased",
        arguments: [
            ("ada@example.org", "ada@example.org"), (" Ada.Lovelace@Example.ORG\n", "ada.lovelace@example.org"),
            ("a@b.c", "a@b.c"), ("ada+x@mail.example.org", "ada+x@mail.example.org"),
            ("ÄDA@exämple.org", "Äda@exämple.org"),
        ])
    func address(typed: String, stored: String) throws {
        #expect(try TextRule.email(typed) == stored)
    }

    @Test(
        "an invalid address is refused",
        arguments: [
            "ada", "@example.org", "ada@", "ada@example", "ada@.org", "ada@example.", "ada@exa..mple.org",
            "a b@example.org",
            "ada@exa mple.org", "ada@@example.org", "ada@example@org.net", "ada\u{7}@example.org",
            "ada@example.org\u{0}x",
            String(repeating: "a", count: 65) + "@example.org",
        ])
    func notAnAddress(typed: String) {
        #expect(throws: TextProblem.notAnEmail) { try TextRule.email(typed) }
    }

    @Test("an address has 254 bytes at most")
    func addressLimit() throws {
        let longest = "ada@" + String(repeating: "a", count: 246) + ".org"
        #expect(try TextRule.email(longest).utf8.count == 254)
        #expect(throws: TextProblem.tooLong(field: .email, limit: 254)) { try TextRule.email("b" + longest) }
        #expect(throws: TextProblem.empty(field: .email)) { try TextRule.email(" \t") }
    }

    @Test("a new password is taken as typed, from 8 to 256 characters of up to 4 bytes")
    func password() throws {
        #expect(try TextRule.password(" 234567 ") == " 234567 ")
        #expect(throws: TextProblem.tooShort(field: .password, limit: 8)) { try TextRule.password("1234567") }
        #expect(try TextRule.password(String(repeating: "😀", count: 256)).utf8.count == 1_024)
        #expect(throws: TextProblem.tooLong(field: .password, limit: 256)) {
            try TextRule.password(String(repeating: "x", count: 257))
        }
    }

    @Test("each problem becomes a refusal with the code of its field and a text to show")
    func refusals() {
        #expect(Refusal(TextProblem.empty(field: .message)).code == .textEmpty)
        #expect(Refusal(TextProblem.tooLong(field: .message, limit: 8_000)).code == .textTooLong)
        #expect(Refusal(TextProblem.empty(field: .title)).code == .titleInvalid)
        #expect(Refusal(TextProblem.tooLong(field: .name, limit: 80)).code == .invalidName)
        #expect(Refusal(TextProblem.tooShort(field: .password, limit: 8)).code == .invalidPassword)
        #expect(Refusal(TextProblem.tooLong(field: .about, limit: 140)).code == .textTooLong)
        #expect(Refusal(TextProblem.tooLong(field: .description, limit: 500)).code == .textTooLong)
        #expect(Refusal(TextProblem.notAnEmail).code == .invalidEmail)
        #expect(Refusal(TextProblem.empty(field: .message)).message == "The message is empty. Type something first.")
    }

    @Test("a text with NUL is refused, and the reason names it")
    func nul() {
        let problem = TextProblem.hidden("\0", field: .message)
        #expect(throws: problem) { try TextRule.message("a\0b") }
        #expect(throws: problem) { try TextRule.draft("\0") }
        #expect(throws: problem) { try TextRule.question("why\0?") }
        #expect(throws: TextProblem.hidden("\0", field: .note)) { try TextRule.note("\0") }
        #expect(problem.message == "The message has a control character (U+0000). Remove it.")
        #expect(Refusal(problem).code == .textInvalid)
    }
}
