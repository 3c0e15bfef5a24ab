/// The text of a header field. It has neither line breaks nor other control characters, so no value can begin another
/// field or end the header (RFC 5322 §2.2).
struct HeaderText: Equatable, Sendable {
    /// Unicode scalars; a longer text is cut.
    static let limit = 200

    let text: String

    /// Replaces each run of control characters and line separators by a space.
    init(_ text: String) {
        var kept = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            guard !HeaderText.isControl(scalar) else {
                isSpaceDue = !kept.isEmpty
                continue
            }
            if kept.count >= HeaderText.limit { break }
            if isSpaceDue { kept.append(" ") }
            isSpaceDue = false
            kept.append(scalar)
        }
        self.text = String(kept)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
