import Foundation

/// Of Foundation, which on Linux lacks it. https://developer.apple.com/documentation/foundation/inlinepresentationintent
@available(iOS 15, macOS 12, *)
public struct InlinePresentationIntent: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let emphasized = InlinePresentationIntent(rawValue: 1)
    public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 2)
    public static let code = InlinePresentationIntent(rawValue: 4)
    public static let strikethrough = InlinePresentationIntent(rawValue: 32)
}

/// Where the attribute above is found.
@available(iOS 15, macOS 12, *)
public struct PresentationAttributes: AttributeScope {
    public let inlinePresentationIntent: InlinePresentationIntentAttribute

    public enum InlinePresentationIntentAttribute: AttributedStringKey {
        public typealias Value = InlinePresentationIntent
        public static let name = "NSInlinePresentationIntent"
    }
}

@available(iOS 15, macOS 12, *)
extension AttributeDynamicLookup {
    public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<PresentationAttributes, T>) -> T {
        self[T.self]
    }
}
