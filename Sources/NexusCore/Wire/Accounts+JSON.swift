extension SignUpRequest: JSONRecord {
    public init(_: Blank) { self.init(email: "", password: "", name: "", device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("email", &email)
        coder.required("password", &password)
        coder.required("name", &name)
        coder.present("device", &device)
    }
}

extension SignInRequest: JSONRecord {
    public init(_: Blank) { self.init(email: "", password: "", device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("email", &email)
        coder.required("password", &password)
        coder.present("device", &device)
        coder.optional("code", &code)
    }
}

extension RefreshRequest: JSONRecord {
    public init(_: Blank) { self.init(refreshToken: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("refreshToken", &refreshToken)
        coder.optional("attempt", &attempt)
    }
}

extension RenewalRequest: JSONRecord {
    public init(_: Blank) { self.init(socket: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("socket", &socket)
    }
}

extension CookieRefreshRequest: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("attempt", &attempt)
    }
}

extension SignedIn: JSONRecord {
    public init(_: Blank) {
        self.init(session: .blank, profile: Profile(.blank), accessToken: "", expiresIn: 0, refreshToken: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("session", &session)
        coder.required("profile", &profile)
        coder.required("accessToken", &accessToken)
        coder.required("expiresIn", &expiresIn)
        coder.required("refreshToken", &refreshToken)
        coder.flag("needsSecondFactor", &needsSecondFactor)
    }
}

extension CookieSignedIn: JSONRecord {
    public init(_: Blank) { self.init(session: .blank, profile: Profile(.blank), expiresIn: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("session", &session)
        coder.required("profile", &profile)
        coder.required("expiresIn", &expiresIn)
        coder.flag("needsSecondFactor", &needsSecondFactor)
    }
}

extension SessionList: JSONRecord {
    public init(_: Blank) { self.init(sessions: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("sessions", &sessions)
    }
}

extension PeopleList: JSONRecord {
    public init(_: Blank) { self.init(people: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("people", &people)
        coder.optional("cursor", &cursor)
    }
}
