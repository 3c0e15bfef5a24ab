/// A property that the host links to its storage before each evaluation of a body.
@available(iOS 13, macOS 10.15, *)
public protocol DynamicProperty { mutating func update() }

@available(iOS 13, macOS 10.15, *)
extension DynamicProperty { public mutating func update() {} }

/// A property with storage in the host, found by reflection.
@MainActor
protocol HostProperty {
    func link(to slot: String, in context: HostContext)
}

/// The storage of one state; it outlives the values of the view.
final class StateLocation<Value> {
    var value: Value
    let changed: () -> Void

    init(_ value: Value, changed: @escaping () -> Void) {
        self.value = value
        self.changed = changed
    }
}

/// What a view's copies share until the host links them.
final class StateBox<Value> {
    let initial: Value
    var location: StateLocation<Value>?

    init(_ initial: Value) { self.initial = initial }

    var value: Value {
        get { location?.value ?? initial }
        set {
            // Before a view is shown, a change has no effect, as in SwiftUI.
            location?.value = newValue
            location?.changed()
        }
    }

    @MainActor
    func link(to slot: String, in context: HostContext) {
        location = context.host.location(context.path + "." + slot, initial)
    }
}

@available(iOS 13, macOS 10.15, *)
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let box: StateBox<Value>

    public init(wrappedValue value: Value) { box = StateBox(value) }
    public init(initialValue value: Value) { box = StateBox(value) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
    }
}

@available(iOS 13, macOS 10.15, *)
extension State where Value: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }

@available(iOS 13, macOS 10.15, *)
extension State: HostProperty {
    func link(to slot: String, in context: HostContext) { box.link(to: slot, in: context) }
}

@available(iOS 15, macOS 12, *)
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let box: StateBox<Value>

    public init() where Value == Bool { box = StateBox(false) }
    public init<T: Hashable>() where Value == T? { box = StateBox(nil) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    @MainActor public var projectedValue: Binding {
        Binding(binding: SwiftUI.Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 }))
    }

    @MainActor @propertyWrapper
    public struct Binding {
        let binding: SwiftUI.Binding<Value>
        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }
        public var projectedValue: FocusState<Value>.Binding { self }
    }
}

@available(iOS 15, macOS 12, *)
extension FocusState: HostProperty {
    func link(to slot: String, in context: HostContext) { box.link(to: slot, in: context) }
}

/// A preference of this device. The host keeps it as long as it lives.
@available(iOS 14, macOS 11, *)
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let box: StateBox<Value>
    private let key: String

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
    }
}

@available(iOS 14, macOS 11, *)
extension AppStorage {
    public init(wrappedValue: Value, _ key: String) where Value == String {
        (box, self.key) = (StateBox(wrappedValue), key)
    }
    public init(wrappedValue: Value, _ key: String) where Value == Bool {
        (box, self.key) = (StateBox(wrappedValue), key)
    }
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        (box, self.key) = (StateBox(wrappedValue), key)
    }
}

@available(iOS 14, macOS 11, *)
extension AppStorage: HostProperty {
    func link(to slot: String, in context: HostContext) {
        box.location = context.host.preference(key, box.initial)
    }
}

@available(iOS 14, macOS 11, *)
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    public var wrappedValue: Value
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
