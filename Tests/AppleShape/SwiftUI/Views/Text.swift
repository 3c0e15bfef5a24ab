import Foundation

@available(iOS 13, macOS 10.15, *)
public struct Text: Equatable, Sendable {
    indirect enum Storage: Equatable, Sendable {
        case verbatim(String)
        case localized(LocalizedStringKey)
        case attributed(AttributedString)
        case time(Date, Date.FormatStyle)
        case both(Text, Text)
    }
    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    public init(verbatim content: String) { storage = .verbatim(content) }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { storage = .verbatim(String(content)) }
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { storage = .localized(key) }
    @available(iOS 15, macOS 12, *)
    @_disfavoredOverload
    public init(_ attributedContent: AttributedString) { storage = .attributed(attributedContent) }
    @available(iOS 15, macOS 12, *)
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
        if let date = input as? Date, let style = format as? Date.FormatStyle {
            storage = .time(date, style)
        } else {
            storage = .verbatim(format.format(input))
        }
    }

    public static func + (lhs: Text, rhs: Text) -> Text { Text(.both(lhs, rhs)) }

    public func font(_ font: Font?) -> Text { self }
    public func bold() -> Text { self }
    public func italic() -> Text { self }
    public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    public func foregroundColor(_ color: Color?) -> Text { self }
    @available(iOS 15, macOS 12, *)
    public func monospacedDigit() -> Text { self }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
}

@available(iOS 13, macOS 10.15, *)
extension Text: _PrimitiveView, Shown {
    func nodes(in context: HostContext) -> [HostNode] { [HostNode(.text, label: string(in: context))] }

    @MainActor func string(in context: HostContext) -> String {
        switch storage {
        case .verbatim(let text): text
        case .localized(let key): context.string(of: key)
        case .attributed(let text): String(text.characters)
        case .time(let date, var style):
            context.format(date, &style)
        case .both(let first, let second): first.string(in: context) + second.string(in: context)
        }
    }
}

/// The key of a text in the String Catalogue, with the values of its interpolations.
@available(iOS 13, macOS 10.15, *)
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    enum Value: Equatable, Sendable {
        case text(String)
        case number(Int64)
        case nested(Text)
    }
    var key = ""
    var values: [Value] = []

    public init(_ value: String) { key = value }
    public init(stringLiteral value: String) { key = value }
    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        values = stringInterpolation.values
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var values: [Value] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {
            key += literal.replacingOccurrences(of: "%", with: "%%")
        }
        public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }
        public mutating func appendInterpolation(_ number: Int) { append("%lld", .number(Int64(number))) }
        public mutating func appendInterpolation(_ text: Text) { append("%@", .nested(text)) }
        @available(iOS 15, macOS 12, *)
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String { append("%@", .nested(Text(input, format: format))) }

        private mutating func append(_ specifier: String, _ value: Value) {
            key += specifier
            values.append(value)
        }
    }
}
