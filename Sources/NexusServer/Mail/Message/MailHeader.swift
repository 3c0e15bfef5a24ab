import NexusCore

/// The header of a message. Every way to add a field takes a value that cannot hold a line break.
struct MailHeader: Sendable {
    private(set) var text = ""

    mutating func add(_ name: StaticString, _ value: HeaderText) { append(name, value.unstructured) }

    /// - Parameter value: a value of the code, not of a user.
    mutating func add(_ name: StaticString, _ value: StaticString) { append(name, "\(value)") }

    mutating func add(_ name: StaticString, _ address: MailAddress) { append(name, "<\(address.text)>") }

    mutating func add(_ name: StaticString, _ mailbox: Mailbox) {
        let phrase = mailbox.name.phrase
        let separator = phrase.utf8.count + mailbox.address.text.utf8.count > 64 ? "\r\n " : " "
        append(name, (phrase.isEmpty ? "" : phrase + separator) + "<\(mailbox.address.text)>")
    }

    mutating func add(_ name: StaticString, _ time: Timestamp) { append(name, MailDate.text(time)) }

    mutating func add(_ name: StaticString, _ link: MailLink) { append(name, "<\(link.text)>") }

    /// A unique identifier `<id@domain>` (RFC 5322 §3.6.4).
    mutating func add(_ name: StaticString, _ id: MailID, of domain: MailAddress) {
        append(name, "<\(id.text)@\(domain.domain)>")
    }

    /// Two alternatives of one text, separated by a boundary (RFC 2046 §5.1.4).
    mutating func addAlternatives(boundary: MailID) {
        append("Content-Type", "multipart/alternative;\r\n boundary=\"\(MailHeader.boundary(boundary))\"")
    }

    /// Contains `=_`, which quoted-printable text never does (RFC 2045 §6.7).
    static func boundary(_ id: MailID) -> String { "=_nexus-\(id.text)" }

    private mutating func append(_ name: StaticString, _ value: String) { text += "\(name): \(value)\r\n" }
}
