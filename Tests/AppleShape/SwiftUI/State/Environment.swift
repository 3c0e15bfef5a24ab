import Foundation
import Observation

@available(iOS 13, macOS 10.15, *)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

@available(iOS 13, macOS 10.15, *)
public struct EnvironmentValues {
    var values: [ObjectIdentifier: Any] = [:]
    var objects: [ObjectIdentifier: AnyObject] = [:]
    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public var isEnabled: Bool = true
    public var locale: Locale = Locale(identifier: "en_US")
    public var timeZone: TimeZone = .gmt
    public var calendar: Calendar = Calendar(identifier: .gregorian)
    public var colorScheme: ColorScheme = .light
    public var displayScale: CGFloat = 2
    public var layoutDirection: LayoutDirection = .leftToRight
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    @available(iOS 15, macOS 12, *)
    public var dynamicTypeSize: DynamicTypeSize = .large
    @available(iOS 14, macOS 11, *)
    public var scenePhase: ScenePhase = .active
    public internal(set) var accessibilityReduceMotion: Bool = false
    public internal(set) var accessibilityDifferentiateWithoutColor: Bool = false
    @available(iOS 14, macOS 11, *)
    public var openURL = OpenURLAction { _ in .systemAction }
    @available(iOS 15, macOS 12, *)
    public internal(set) var dismiss = DismissAction {}
    @available(iOS 15, macOS 12, *)
    public internal(set) var isSearching: Bool = false
    #if os(macOS) || APPLE_SHAPE_MAC
        @available(macOS 13, *)
        public internal(set) var openWindow = OpenWindowAction()
        @available(macOS 14, *)
        public internal(set) var openSettings = OpenSettingsAction()
    #endif
}

@available(iOS 15, macOS 12, *)
@MainActor @preconcurrency
public struct DismissAction {
    let action: @MainActor () -> Void
    nonisolated init(_ action: @escaping @MainActor () -> Void) { self.action = action }
    public func callAsFunction() { action() }
}

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency
public struct OpenURLAction {
    @available(iOS 15, macOS 12, *)
    public struct Result: Equatable, Sendable {
        let name: String
        public static let handled = Result(name: "handled")
        public static let discarded = Result(name: "discarded")
        public static let systemAction = Result(name: "system")
    }
    let handler: @MainActor (URL) -> Result
    @available(iOS 15, macOS 12, *)
    nonisolated public init(handler: @escaping @MainActor (URL) -> Result) { self.handler = handler }
    public func callAsFunction(_ url: URL) { _ = handler(url) }
}

#if os(macOS) || APPLE_SHAPE_MAC
    @available(macOS 13, *)
    @MainActor @preconcurrency
    public struct OpenWindowAction {
        nonisolated init() {}
        public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {}
        public func callAsFunction(id: String) {}
    }

    @available(macOS 14, *)
    @MainActor @preconcurrency
    public struct OpenSettingsAction {
        nonisolated init() {}
        public func callAsFunction() {}
    }
#endif

/// What the values of a view share until the host links them.
final class EnvironmentBox { var values: EnvironmentValues? }

@available(iOS 13, macOS 10.15, *)
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let box = EnvironmentBox()
    private let read: (EnvironmentValues) -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    @available(iOS 17, macOS 14, *)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
        read = { values in
            guard let object = values.objects[ObjectIdentifier(objectType)] as? Value else {
                fatalError("No \(objectType) in the environment")
            }
            return object
        }
    }

    @available(iOS 17, macOS 14, *)
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        read = { $0.objects[ObjectIdentifier(objectType)] as? T }
    }

    public var wrappedValue: Value { read(box.values ?? EnvironmentValues()) }
}

@available(iOS 13, macOS 10.15, *)
extension Environment: HostProperty {
    func link(to slot: String, in context: HostContext) { box.values = context.environment }
}
