/// A display name and an address, such as `Nexus <nexus@example.org>`.
struct Mailbox: Equatable, Sendable {
    let name: HeaderText
    let address: MailAddress

    init(name: HeaderText = HeaderText(""), _ address: MailAddress) {
        self.name = name
        self.address = address
    }

    /// Reads `address` or `name <address>`.
    ///
    /// - Returns: nil for any other text.
    init?(_ text: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            guard let address = MailAddress(text) else { return nil }
            self.init(address)
            return
        }
        guard let address = MailAddress(String(text[text.index(after: open)...].dropLast())) else { return nil }
        let name = text[..<open].drop { $0 == " " || $0 == "\"" }
        self.init(
            name: HeaderText(String(name.reversed().drop { $0 == " " || $0 == "\"" }.reversed())), address)
    }
}
