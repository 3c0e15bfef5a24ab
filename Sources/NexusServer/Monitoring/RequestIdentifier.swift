import HTTPTypes

/// The identifier of a request: users quote it in a report, and the log has it.
enum RequestIdentifier {
    /// Maximum characters of one that a client or proxy gives.
    static let characters = 64

    /// The one that a request brings in `X-Request-Id`; nil without one that can stand in a log as it is.
    static func given(in request: HTTPRequest) -> String? {
        guard let text = request.headerFields[.requestID], (1...characters).contains(text.utf8.count),
            text.utf8.allSatisfy(isAllowed)
        else { return nil }
        return text
    }

    /// ASCII letters, digits and `-._:`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID") ?? .server
}
