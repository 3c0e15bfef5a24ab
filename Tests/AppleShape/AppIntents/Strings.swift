import Foundation

/// Of Foundation, which on Linux lacks it. https://developer.apple.com/documentation/foundation/localizedstringresource
@available(iOS 16, macOS 13, *)
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Equatable, Sendable {
    public let key: String
    public init(stringLiteral value: String) { key = value }
}

/// https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible
@available(iOS 16, macOS 13, *)
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}

/// https://developer.apple.com/documentation/appintents/intentdialog
@available(iOS 16, macOS 13, *)
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(_ resource: LocalizedStringResource) {}
}

/// https://developer.apple.com/documentation/appintents/displayrepresentation
@available(iOS 16, macOS 13, *)
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {}
}

/// https://developer.apple.com/documentation/appintents/typedisplayrepresentation
@available(iOS 16, macOS 13, *)
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}
