import NexusCore

/// A message as it is handed to a mail server: a header, and the same content as text and as HTML (RFC 5322, RFC 2046).
struct MailMessage: Sendable {
    let id: MailID
    let date: Timestamp
    let from: Mailbox
    let to: MailAddress
    let content: MailContent

    /// ASCII lines that end with CRLF.
    var bytes: [UInt8] {
        var header = MailHeader()
        header.add("Date", date)
        header.add("From", from)
        header.add("To", to)
        header.add("Message-ID", id, of: from.address)
        header.add("Subject", content.subject)
        header.add("MIME-Version", "1.0")
        // Asks for no answers such as notices of absence (RFC 3834 §5).
        header.add("Auto-Submitted", "auto-generated")
        if let link = content.unsubscribe {
            header.add("List-Unsubscribe", link)
            header.add("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
        }
        header.addAlternatives(boundary: id)
        let boundary = MailHeader.boundary(id)
        let text =
            header.text + "\r\n--\(boundary)\r\n" + MailMessage.part("text/plain; charset=utf-8", content.plainText)
            + "--\(boundary)\r\n" + MailMessage.part("text/html; charset=utf-8", content.html) + "--\(boundary)--\r\n"
        return Array(text.utf8)
    }

    private static func part(_ type: StaticString, _ content: String) -> String {
        var header = MailHeader()
        header.add("Content-Type", type)
        header.add("Content-Transfer-Encoding", "quoted-printable")
        return header.text + "\r\n" + QuotedPrintable.encode(content) + "\r\n"
    }
}
