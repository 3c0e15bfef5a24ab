import NIOConcurrencyHelpers

/// A value that is made when it is first asked for, and kept. Who asks meanwhile waits.
final class OnDemand<Value: Sendable>: Sendable {
    private let made = NIOLockedValueBox<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        made.withLockedValue { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}
