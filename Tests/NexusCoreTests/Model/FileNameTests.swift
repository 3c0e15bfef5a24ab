import NexusCore
import Testing

@Suite("File names")
struct FileNameTests {
    @Test(
        "a sanitized name is a valid name",
        arguments: [
            ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("C:\\Users\\ada\\plan.doc", "plan.doc"),
            (".htaccess", "htaccess"), ("..", "file"), ("", "file"), ("a\u{0}b\r\nc", "abc"),
            ("photo\u{202E}gpj.exe", "photogpj.exe"),
            ("  spaced.txt. ", "spaced.txt"), ("what?*.txt", "what__.txt"), ("Grüße 世界.pdf", "Grüße 世界.pdf"),
        ])
    func names(given: String, kept: String) {
        #expect(TextRule.fileName(given) == kept)
        #expect(TextRule.fileName(kept) == kept)
    }

    @Test("a long name is cut before its extension")
    func long() {
        let name = TextRule.fileName(String(repeating: "a", count: 500) + ".pdf")
        #expect(name.unicodeScalars.count == Limits.mediaNameCharacters)
        #expect(name.hasSuffix("a.pdf"))
    }

    @Test("a message without text is summarized by its attachments")
    func summary() {
        func attachment(_ kind: NexusCore.Attachment.Kind) -> NexusCore.Attachment {
            Attachment(media: MediaID(high: 1, low: 1), kind: kind, name: "plan.pdf", type: "", bytes: 1)
        }
        #expect([attachment(.image)].summary == "Photo")
        #expect([attachment(.image), attachment(.image)].summary == "2 photos")
        #expect([attachment(.file)].summary == "plan.pdf")
        #expect([attachment(.voice)].summary == "Voice message")
        #expect([attachment(.image), attachment(.file)].summary == "2 files")
        #expect([NexusCore.Attachment]().summary.isEmpty)
    }
}
