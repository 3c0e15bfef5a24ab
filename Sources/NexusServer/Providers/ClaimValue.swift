/// A value in a token or in a provider's account of a person.
enum ClaimValue: Codable, Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([ClaimValue])
    case object([String: ClaimValue])
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([ClaimValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: ClaimValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .flag(let flag): try value.encode(flag)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        case .null: try value.encodeNil()
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var isObject: Bool { if case .object = self { true } else { false } }

    /// A text, or the texts of a list; nil if anything else is among them.
    var texts: [String]? {
        switch self {
        case .text(let text): return [text]
        case .list(let list):
            let texts = list.compactMap(\.text)
            return texts.count == list.count ? texts : nil
        default: return nil
        }
    }

    /// A time in seconds (RFC 7519 §2) as milliseconds.
    var milliseconds: Int64? {
        guard case .number(let seconds) = self, seconds > 0, seconds < 1e11 else { return nil }
        return Int64(seconds * 1_000)
    }

    /// True for `true` and, as some providers write it, `"true"`.
    var isTrue: Bool { self == .flag(true) || self == .text("true") }
}
