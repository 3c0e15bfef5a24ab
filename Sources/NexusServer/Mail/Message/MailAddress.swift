import NexusCore

/// An e-mail address that can stand in an SMTP command and in a header field as it is: a dot-atom, `@` and a domain, all of
/// printable ASCII (RFC 5321 §4.1.2). Quoted local parts and internationalised addresses (RFC 6531) are not supported.
struct MailAddress: Hashable, Sendable {
    let text: String

    /// - Returns: nil unless it is such an address.
    init?(_ text: String) {
        guard let email = try? TextRule.email(text), let at = email.utf8.firstIndex(of: UInt8(ascii: "@")) else {
            return nil
        }
        let local = email.utf8[..<at].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let domain = email.utf8[email.utf8.index(after: at)...]
        guard local.allSatisfy({ !$0.isEmpty && $0.allSatisfy(HeaderText.isAtom) }), MailAddress.isDomain(domain)
        else { return nil }
        self.text = email
    }

    var domain: Substring { text.drop { $0 != "@" }.dropFirst() }

    /// Labels of letters, digits and hyphens (RFC 1123 §2.1).
    private static func isDomain(_ bytes: Substring.UTF8View) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }
}
