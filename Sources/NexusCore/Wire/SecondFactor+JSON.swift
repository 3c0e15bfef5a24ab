extension SecondFactorState: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("since", &since)
        coder.present("recoveryCodes", &recoveryCodes)
        coder.flag("required", &isRequired)
        coder.flag("passkey", &hasPasskey)
        coder.flag("password", &needsPassword, usually: true)
    }
}

extension StepUp: JSONRecord {
    public init(_: Blank) { self.init(password: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("password", &password)
        coder.optional("code", &code)
    }
}

extension SecondFactorKey: JSONRecord {
    public init(_: Blank) { self.init(key: "", link: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("key", &key)
        coder.required("link", &link)
    }
}

extension SecondFactorCode: JSONRecord {
    public init(_: Blank) { self.init(code: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("code", &code)
    }
}

extension RecoveryCodes: JSONRecord {
    public init(_: Blank) { self.init(codes: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("codes", &codes)
    }
}
