/// The content of an e-mail: short paragraphs and at most a few links, written once and sent as text and as HTML.
struct MailContent: Equatable, Sendable {
    enum Block: Equatable, Sendable {
        case paragraph(String)
        /// A button in HTML; in text, the address on a line of its own.
        case link(String, url: String)
        /// Small print.
        case note(String)
    }

    var subject: HeaderText
    var blocks: [Block]
    /// A URL that ends further e-mails of this kind with one click (RFC 8058); nil for e-mails that were asked for.
    var unsubscribe: MailLink?

    init(subject: String, _ blocks: [Block]) {
        self.subject = HeaderText(subject)
        self.blocks = blocks
    }

    var plainText: String {
        blocks.map { block in
            switch block {
            case .paragraph(let text), .note(let text): MailContent.oneLine(text)
            case .link(let label, let url): "\(MailContent.oneLine(label)):\n\(MailContent.oneLine(url))"
            }
        }.joined(separator: "\n\n") + "\n"
    }

    /// Without pictures, scripts and addresses of other servers.
    var html: String {
        let body = blocks.map { block in
            switch block {
            case .paragraph(let text): "<p>\(MailContent.escaped(text))</p>"
            case .link(let label, let url):
                """
                <p><a href="\(MailContent.escaped(url))" style="display:inline-block;padding:10px 18px;border-radius:8px;\
                background:#2457d6;color:#ffffff;text-decoration:none">\(MailContent.escaped(label))</a></p>
                <p style="color:#5b6270;font-size:13px">Or open this address:<br>\(MailContent.escaped(url))</p>
                """
            case .note(let text): "<p style=\"color:#5b6270;font-size:13px\">\(MailContent.escaped(text))</p>"
            }
        }.joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(MailContent.escaped(subject.text))</title></head>
            <body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b1e24;max-width:34em">
            \(body)
            </body></html>

            """
    }

    private static func escaped(_ text: String) -> String {
        oneLine(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    /// A name with line breaks could write paragraphs of its own.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
