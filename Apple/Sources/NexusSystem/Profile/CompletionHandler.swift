/// A completion handler of a system framework. Such handlers may be called on any thread, once, which their types do not say.
public struct CompletionHandler<Value>: @unchecked Sendable {
    private let handler: (Value) -> Void

    public init(_ handler: @escaping (Value) -> Void) { self.handler = handler }

    public func callAsFunction(_ value: Value) { handler(value) }
}
