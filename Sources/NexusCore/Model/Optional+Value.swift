extension Optional {
    /// Whether there is a value. Of what is `Equatable`, `!= nil` compares with the value's own `==`, which would bring that of an outbox
    /// entry, a conversation and all that they hold into the module for the browser.
    package var hasValue: Bool { if case .some = self { true } else { false } }
}
