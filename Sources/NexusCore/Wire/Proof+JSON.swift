extension ProofState: JSONRecord {
    public init(_: Blank) { self.init(until: Timestamp(milliseconds: 0)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("until", &until)
        coder.flag("password", &hasPassword)
        coder.flag("code", &needsCode)
        coder.flag("passkey", &hasPasskey)
    }
}

extension ProofRequest: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("password", &password)
        coder.optional("code", &code)
        coder.optional("passkey", &passkey)
    }
}
