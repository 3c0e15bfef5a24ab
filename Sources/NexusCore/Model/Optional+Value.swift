extension Optional {
    /// Whether there is a value. For an `Equatable` type `!= nil` uses the value's `==`, which would bring the
    /// comparison of an outbox entry, a conversation and their contents into the browser's module.
    package var hasValue: Bool { if case .some = self { true } else { false } }
}
