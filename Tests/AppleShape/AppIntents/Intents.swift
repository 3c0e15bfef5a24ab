import Foundation

/// https://developer.apple.com/documentation/appintents/appintent
@available(iOS 16, macOS 13, *)
public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary = NoParameterSummary
    static var title: LocalizedStringResource { get }
    static var description: IntentDescription? { get }
    static var openAppWhenRun: Bool { get }
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    static var parameterSummary: SummaryContent { get }
    init()
    func perform() async throws -> PerformResult
}

@available(iOS 16, macOS 13, *)
extension AppIntent {
    public static var description: IntentDescription? { nil }
    public static var openAppWhenRun: Bool { false }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public typealias Parameter<Value: Sendable> = IntentParameter<Value>
    public typealias Summary = IntentParameterSummary<Self>
}

@available(iOS 16, macOS 13, *)
extension AppIntent where SummaryContent == NoParameterSummary {
    public static var parameterSummary: NoParameterSummary { NoParameterSummary() }
}

/// https://developer.apple.com/documentation/appintents/intentauthenticationpolicy
@available(iOS 16, macOS 13, *)
public enum IntentAuthenticationPolicy: Sendable { case alwaysAllowed, requiresAuthentication }

/// https://developer.apple.com/documentation/appintents/intentdescription
@available(iOS 16, macOS 13, *)
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/appintents/intentparameter
@available(iOS 16, macOS 13, *)
@propertyWrapper
public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
    private var value: Value?

    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {}

    public var wrappedValue: Value {
        get {
            guard let value else { fatalError("The system has not set the parameter") }
            return value
        }
        set { value = newValue }
    }
    public var projectedValue: IntentParameter<Value> { self }
}

/// https://developer.apple.com/documentation/appintents/parametersummary
@available(iOS 16, macOS 13, *)
public protocol ParameterSummary {}

@available(iOS 16, macOS 13, *)
public struct NoParameterSummary: ParameterSummary {}

/// https://developer.apple.com/documentation/appintents/intentparametersummary
@available(iOS 16, macOS 13, *)
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    public init(_ string: ParameterSummaryString<Intent>) {}
}

/// https://developer.apple.com/documentation/appintents/parametersummarystring
@available(iOS 16, macOS 13, *)
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
    }
}

/// https://developer.apple.com/documentation/appintents/intentresult
@available(iOS 16, macOS 13, *)
public protocol IntentResult: Sendable {}

@available(iOS 16, macOS 13, *)
public protocol ProvidesDialog: IntentResult {}

@available(iOS 16, macOS 13, *)
public protocol ReturnsValue<Value>: IntentResult { associatedtype Value }

@available(iOS 16, macOS 13, *)
public struct _DialogResult: ProvidesDialog {}

@available(iOS 16, macOS 13, *)
public struct _ValueResult<Value>: ReturnsValue, ProvidesDialog {}

@available(iOS 16, macOS 13, *)
extension IntentResult where Self == _DialogResult {
    public static func result(dialog: IntentDialog) -> _DialogResult { _DialogResult() }
}

@available(iOS 16, macOS 13, *)
extension IntentResult {
    public static func result<Value>(value: Value, dialog: IntentDialog) -> Self where Self == _ValueResult<Value> {
        _ValueResult()
    }
}

/// https://developer.apple.com/documentation/appintents/appentity
@available(iOS 16, macOS 13, *)
public protocol AppEntity: Sendable, Identifiable where ID: Sendable {
    associatedtype DefaultQuery: EntityQuery
    static var defaultQuery: DefaultQuery { get }
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    var displayRepresentation: DisplayRepresentation { get }
}

/// https://developer.apple.com/documentation/appintents/entityquery
@available(iOS 16, macOS 13, *)
public protocol EntityQuery: Sendable {
    associatedtype Entity: AppEntity
    init()
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    func suggestedEntities() async throws -> [Entity]
}

/// https://developer.apple.com/documentation/appintents/entitystringquery
@available(iOS 16, macOS 13, *)
public protocol EntityStringQuery: EntityQuery {
    func entities(matching string: String) async throws -> [Entity]
}

/// https://developer.apple.com/documentation/appintents/appshortcutsprovider
@available(iOS 16, macOS 13, *)
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

@available(iOS 16, macOS 13, *)
@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}

/// https://developer.apple.com/documentation/appintents/appshortcut
@available(iOS 16, macOS 13, *)
public struct AppShortcut: Sendable {
    @available(iOS 17, macOS 14, *)
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {}
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrase
@available(iOS 16, macOS 13, *)
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
    }
}

/// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken
@available(iOS 16, macOS 13, *)
public struct AppShortcutPhraseToken: Sendable {
    public static let applicationName = AppShortcutPhraseToken()
}
