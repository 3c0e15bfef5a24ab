extension SignInProvider: JSONRecord {
    public init(_: Blank) { self.init(name: "", title: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("name", &name)
        coder.required("title", &title)
    }
}

extension ProviderStart: JSONRecord {
    public init(_: Blank) { self.init(device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("device", &device)
        coder.optional("invitation", &invitation)
        coder.optional("challenge", &challenge)
        coder.optional("port", &port)
    }
}

extension ProviderStarted: JSONRecord {
    public init(_: Blank) { self.init(url: "", state: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("url", &url)
        coder.required("state", &state)
    }
}

extension ProviderAnswer: JSONRecord {
    public init(_: Blank) { self.init(state: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("state", &state)
        coder.optional("code", &code)
        coder.optional("error", &error)
        coder.optional("iss", &issuer)
        coder.optional("verifier", &verifier)
        coder.optional("secondFactor", &secondFactor)
    }
}

extension ProviderNonce: JSONRecord {
    public init(_: Blank) { self.init(nonce: "", expiresAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("nonce", &nonce)
        coder.required("expiresAt", &expiresAt)
    }
}

extension ProviderToken: JSONRecord {
    public init(_: Blank) { self.init(token: "", nonce: "", device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
        coder.required("nonce", &nonce)
        coder.required("device", &device)
        coder.optional("invitation", &invitation)
        coder.optional("secondFactor", &secondFactor)
    }
}

extension ConnectedProvider: JSONRecord {
    public init(_: Blank) { self.init(provider: SignInProvider(.blank), email: "", connectedAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("provider", &provider)
        coder.unlessEmpty("email", &email)
        coder.required("connectedAt", &connectedAt)
    }
}

extension ConnectedProviders: JSONRecord {
    public init(_: Blank) { self.init(connected: [], hasPassword: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("connected", &connected)
        coder.present("hasPassword", &hasPassword)
    }
}

extension ProviderState: JSONRecord {
    public init(_: Blank) { self.init(provider: SignInProvider(.blank), issuer: "", redirect: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("provider", &provider)
        coder.required("issuer", &issuer)
        coder.present("redirect", &redirect)
        coder.optional("problem", &problem)
        coder.optional("checkedAt", &checkedAt)
    }
}

extension ProviderReport: JSONRecord {
    public init(_: Blank) { self.init(providers: [], takesPasswords: true) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("providers", &providers)
        coder.flag("passwords", &takesPasswords, usually: true)
    }
}
