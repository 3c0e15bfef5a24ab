import Foundation

/// The texts of a String Catalogue in one language.
@_spi(Host)
public struct HostStrings: Sendable {
    enum Argument: Sendable {
        case text(String)
        case number(Int64)
    }

    /// What is said of a key: for all numbers, or by plural category.
    private enum Entry: Sendable {
        case one(String)
        case plural([String: String])
    }

    private var entries: [String: Entry] = [:]
    /// Without a catalogue each key is its own text.
    private let isStrict: Bool

    public init() { isStrict = false }

    /// - Parameter catalogue: a file in the format of `Localizable.xcstrings`.
    /// - Throws: an error of the file system or of the format.
    public init(catalogue: URL, language: String) throws {
        isStrict = true
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: catalogue)) as? [String: Any]
        for (key, value) in root?["strings"] as? [String: [String: Any]] ?? [:] {
            guard let all = value["localizations"] as? [String: [String: Any]], let found = all[language] else {
                continue
            }
            entries[key] = HostStrings.entry(found)
        }
    }

    /// The keys of the language.
    public var keys: Set<String> { Set(entries.keys) }

    private static func entry(_ found: [String: Any]) -> Entry? {
        if let unit = found["stringUnit"] as? [String: Any], let text = unit["value"] as? String { return .one(text) }
        guard let kinds = found["variations"] as? [String: Any],
            let plural = kinds["plural"] as? [String: [String: Any]]
        else { return nil }
        return .plural(plural.compactMapValues { ($0["stringUnit"] as? [String: Any])?["value"] as? String })
    }

    func text(of key: String, _ values: [Argument], note: (String) -> Void) -> String {
        let format: String
        switch entries[key] {
        case .one(let text): format = text
        case .plural(let texts):
            let number = values.lazy.compactMap { if case .number(let number) = $0 { number } else { nil } }.first
            format = texts[number == 1 ? "one" : "other"] ?? key
        case nil:
            if isStrict { note("The String Catalogue has no \"\(key)\"") }
            format = key
        }
        return HostStrings.fill(format, values)
    }

    /// Replaces `%@`, `%lld` and their numbered forms such as `%2$@`.
    private static func fill(_ format: String, _ values: [Argument]) -> String {
        var text = ""
        var rest = Substring(format)
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                text += "%"
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isNumber }
            var position = next
            if let number = Int(digits), rest.dropFirst(digits.count).first == "$" {
                position = number - 1
                rest = rest.dropFirst(digits.count + 1)
            } else {
                next += 1
            }
            rest = rest.hasPrefix("lld") ? rest.dropFirst(3) : rest.dropFirst(1)
            guard values.indices.contains(position) else { continue }
            switch values[position] {
            case .text(let value): text += value
            case .number(let value): text += "\(value)"
            }
        }
        return text + rest
    }
}
