extension PasswordChange: JSONRecord {
    public init(_: Blank) { self.init(password: "", newPassword: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("password", &password)
        coder.required("newPassword", &newPassword)
        coder.flag("endOthers", &endsOthers, usually: true)
    }
}

extension ForgottenPassword: JSONRecord {
    public init(_: Blank) { self.init(email: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("email", &email)
    }
}

extension ResetRequest: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.flag("removeSecondFactor", &removesSecondFactor)
    }
}

extension ResetLink: JSONRecord {
    public init(_: Blank) { self.init(token: "", expiresAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
        coder.present("expiresAt", &expiresAt)
    }
}

extension ResetToken: JSONRecord {
    public init(_: Blank) { self.init(token: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
    }
}

extension ResetPreview: JSONRecord {
    public init(_: Blank) { self.init(user: User(.blank), expiresAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("expiresAt", &expiresAt)
    }
}

extension PasswordReset: JSONRecord {
    public init(_: Blank) { self.init(token: "", password: "", device: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("token", &token)
        coder.required("password", &password)
        coder.present("device", &device)
        coder.optional("code", &code)
    }
}
