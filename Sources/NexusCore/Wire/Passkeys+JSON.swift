extension Passkey: JSONRecord {
    public init(_: Blank) {
        self.init(id: PasskeyID(high: 0, low: 0), name: "", createdAt: Timestamp(milliseconds: 0))
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("name", &name)
        coder.required("createdAt", &createdAt)
        coder.optional("lastUsedAt", &lastUsedAt)
        coder.flag("synced", &isSynced)
    }
}

extension PasskeyList: JSONRecord {
    public init(_: Blank) { self.init(passkeys: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("passkeys", &passkeys)
    }
}

extension PasskeyCreation: JSONRecord {
    public init(_: Blank) {
        self.init(challenge: "", host: "", hostName: "", user: "", email: "", userName: "", algorithms: [])
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("challenge", &challenge)
        coder.required("host", &host)
        coder.required("hostName", &hostName)
        coder.required("user", &user)
        coder.required("email", &email)
        coder.required("userName", &userName)
        coder.present("algorithms", &algorithms)
        coder.unlessEmpty("known", &known)
    }
}

extension PasskeyRegistration: JSONRecord {
    public init(_: Blank) { self.init(name: "", clientData: "", attestation: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("name", &name)
        coder.required("clientData", &clientData)
        coder.required("attestation", &attestation)
    }
}

extension PasskeyName: JSONRecord {
    public init(_: Blank) { self.init(name: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("name", &name)
    }
}

extension PasskeyChallenge: JSONRecord {
    public init(_: Blank) { self.init(challenge: "", host: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("challenge", &challenge)
        coder.required("host", &host)
        coder.unlessEmpty("known", &known)
    }
}

extension PasskeyAssertion: JSONRecord {
    public init(_: Blank) { self.init(id: "", clientData: "", authenticatorData: "", signature: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("clientData", &clientData)
        coder.required("authenticatorData", &authenticatorData)
        coder.required("signature", &signature)
        coder.optional("user", &user)
    }
}

extension PasskeySignIn: JSONRecord {
    public init(_: Blank) { self.init(passkey: PasskeyAssertion(.blank), device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("passkey", &passkey)
        coder.required("device", &device)
    }
}
