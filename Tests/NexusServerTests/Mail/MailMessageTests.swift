import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("The message of an e-mail")
struct MailMessageTests {
    private func message(
        subject: String = "Hello", from: String = "Nexus <nexus@example.org>", _ blocks: [MailContent.Block] = []
    ) throws -> MailMessage {
        MailMessage(
            id: MailID(high: 1, low: 2), date: Timestamp(milliseconds: 1_795_365_915_000),
            from: try #require(Mailbox(from)), to: try #require(MailAddress("ada@example.org")),
            content: MailContent(subject: subject, blocks))
    }

    private func lines(_ message: MailMessage) -> [String] {
        String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("has the header that RFC 5322 asks for, and a text and an HTML part")
    func form() throws {
        let lines = lines(try message([.paragraph("Grüße, Ada."), .link("Open", url: "https://a.example/x?a=1&b=2")]))
        let id = MailID(high: 1, low: 2).text
        #expect(
            lines.prefix(10) == [
                "Date: Sun, 22 Nov 2026 16:45:15 +0000", "From: Nexus <nexus@example.org>", "To: <ada@example.org>",
                "Message-ID: <\(id)@example.org>", "Subject: Hello", "MIME-Version: 1.0",
                "Auto-Submitted: auto-generated", "Content-Type: multipart/alternative;",
                " boundary=\"=_nexus-\(id)\"", "",
            ])
        #expect(lines.filter { $0 == "--=_nexus-\(id)" }.count == 2)
        #expect(lines.contains("--=_nexus-\(id)--"))
        #expect(lines.contains("Gr=C3=BC=C3=9Fe, Ada."))
        #expect(lines.contains("https://a.example/x?a=3D1&b=3D2"))
        #expect(lines.contains { $0.contains("a=3D1&amp;b=3D2") })
        #expect(lines.last?.isEmpty == true)
    }

    @Test(
        "no text of a person begins a header field, ends the header or begins a part",
        arguments: [
            "x\r\nBcc: eve@example.org", "x\nBcc: eve@example.org", "x\rBcc: eve@example.org", "x\r\n\r\n<html>",
            "x\u{0}\u{85}\u{2028}\u{2029}Bcc: eve@example.org", "x\r\n--=_nexus-00000000-0000-0001-0000-000000000002",
            "=?UTF-8?Q?x=0D=0ABcc:_eve@example.org?=", "\u{1F600}\r\nBcc: eve@example.org",
        ])
    func injection(_ text: String) throws {
        let plain = lines(try message([.paragraph("x"), .link("x", url: "x"), .note("x")]))
        let name = Mailbox(name: HeaderText(text), try #require(MailAddress("nexus@example.org")))
        let attacked = MailMessage(
            id: MailID(high: 1, low: 2), date: .zero, from: name, to: try #require(MailAddress("ada@example.org")),
            content: MailContent(subject: text, [.paragraph(text), .link(text, url: text), .note(text)]))
        let lines = lines(attacked)
        func fields(_ lines: [String]) -> [String] {
            lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(fields(lines) == fields(plain))
        let boundary = "--\(MailHeader.boundary(attacked.id))"
        #expect(lines.filter { $0.hasPrefix(boundary) }.count == 3)
        #expect(
            !lines.prefix { !$0.isEmpty }.contains { $0.hasPrefix("Subject: =?UTF-8?Q") }, "nothing is decoded twice")
        #expect(attacked.bytes.allSatisfy { $0 < 0x80 && $0 != 0 })
        #expect(!attacked.content.html.contains("\n\n<html>"))
    }

    @Test("lines are short, whatever the text")
    func lineLength() throws {
        let texts = [
            String(repeating: "ä", count: 500), String(repeating: "word ", count: 100),
            String(repeating: "=", count: 300),
            String(repeating: "👩‍👩‍👧‍👦", count: 60), String(repeating: "x", count: 200),
        ]
        for text in texts {
            let mail = try message(subject: text, [.paragraph(text), .link(text, url: "https://a.example/\(text)")])
            let long = lines(mail).filter { $0.utf8.count > 78 && $0 != "Subject: \(text.prefix(HeaderText.limit))" }
            #expect(long.isEmpty)
        }
    }

    @Test("a subject in any language comes out as it went in")
    func encodedWords() throws {
        for text in ["Grüße aus Köln", "日本語の件名はここに書きます、とても長いので折り返します", "a \"quoted\" \\ text", "=?x?="] {
            let encoded = HeaderText(text).unstructured
            let words = encoded.components(separatedBy: "\r\n ").map { word -> String in
                guard word.hasPrefix("=?UTF-8?B?"), word.hasSuffix("?=") else { return word }
                #expect(word.utf8.count <= 75)
                let bytes = Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
                return bytes.flatMap { String(data: $0, encoding: .utf8) } ?? "?"
            }
            #expect(words.joined() == text)
        }
    }

    @Test("a display name is quoted where it must be")
    func names() {
        #expect(HeaderText("Nexus of Bob").phrase == "Nexus of Bob")
        #expect(HeaderText("Bob, \"the\" <eve@x.org>").phrase == #""Bob, \"the\" <eve@x.org>""#)
        #expect(HeaderText("Köln").phrase == "=?UTF-8?B?S8O2bG4=?=")
    }

    @Test(
        "an address that could end a command or a field is none",
        arguments: [
            "a b@example.org", "a>@example.org", "<a@example.org>", "a@example.org\r\nRCPT TO:<b@example.org>",
            "a@exa mple.org", "a,b@example.org", "\"a\"@example.org", "a@[127.0.0.1]", "ä@example.org", "a@exämple.org",
            "a..b@example.org", ".a@example.org", "a@-example.org", "a@example..org", "@example.org", "a",
            "a@b@example.org",
        ])
    func addresses(_ text: String) { #expect(MailAddress(text) == nil) }

    @Test("a sender is an address, or a name and an address")
    func mailboxes() throws {
        #expect(try #require(Mailbox("nexus@example.org")).name.text.isEmpty)
        let named = try #require(Mailbox("\"Nexus, the team\" <Nexus@Example.org>"))
        #expect(named.name.text == "Nexus, the team")
        #expect(named.address.text == "nexus@example.org")
        for text in ["", "Nexus", "Nexus <>", "Nexus <nexus>", "<a@b.org> x"] { #expect(Mailbox(text) == nil) }
    }

    @Test("dates are those of the calendar, leap days included")
    func dates() {
        func text(_ seconds: Int64) -> String { MailDate.text(Timestamp(milliseconds: seconds * 1_000)) }
        #expect(text(0) == "Thu, 1 Jan 1970 00:00:00 +0000")
        #expect(text(951_782_400) == "Tue, 29 Feb 2000 00:00:00 +0000")
        #expect(text(4_107_542_399) == "Sun, 28 Feb 2100 23:59:59 +0000")
        #expect(text(4_107_542_400) == "Mon, 1 Mar 2100 00:00:00 +0000")
        #expect(text(-1) == "Thu, 1 Jan 1970 00:00:00 +0000")
        #expect(text(.max / 1_000) == "Fri, 31 Dec 9999 \(text(.max / 1_000).suffix(14))")
    }
}
