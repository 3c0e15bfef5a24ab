import Foundation

/// https://developer.apple.com/documentation/swiftui/gesture
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency
public protocol Gesture<Value> {
    associatedtype Value
}

@available(iOS 13, macOS 10.15, *)
extension View {
    /// The host presses by accessibility; how fingers move is seen on a device.
    public func gesture<T: Gesture>(_ gesture: T) -> some View { looks() }
}

@available(iOS 13, macOS 10.15, *)
public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var location: CGPoint
        public var translation: CGSize
    }
    public init(minimumDistance: CGFloat = 10) {}
}

/// What the modifiers of a gesture make of it.
@available(iOS 13, macOS 10.15, *)
public struct _GestureChange<Value>: Gesture {}

@available(iOS 13, macOS 10.15, *)
extension Gesture {
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> _GestureChange<Value> { _GestureChange() }
    public func onEnded(_ action: @escaping (Value) -> Void) -> _GestureChange<Value> { _GestureChange() }
}

@available(iOS 13, macOS 10.15, *)
extension Gesture where Value: Equatable {
    public func onChanged(_ action: @escaping (Value) -> Void) -> _GestureChange<Value> { _GestureChange() }
}

@available(iOS 13, macOS 10.15, *)
public struct Transaction { public init() {} }

/// A state that a gesture holds, and that is reset with its end.
@available(iOS 13, macOS 10.15, *)
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let initial: Value

    public init(wrappedValue: Value) { initial = wrappedValue }

    public var wrappedValue: Value { initial }
    public var projectedValue: GestureState<Value> { self }
}
