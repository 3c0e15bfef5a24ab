/// An https or http URL of ASCII characters without white space and brackets, which a header can hold.
struct MailLink: Equatable, Sendable {
    let text: String

    init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
        guard isPlain, text.utf8.count <= 900, text.hasPrefix("https://") || text.hasPrefix("http://") else {
            return nil
        }
        self.text = text
    }
}
