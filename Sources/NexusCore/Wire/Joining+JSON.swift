extension JoinPolicy: JSONWord {}
extension InvitePolicy: JSONWord {}

extension ServerInfo: JSONRecord {
    public init(_: Blank) { self.init() }

    /// A later server may know further policies; to this client they let in fewer people.
    public mutating func fields(_ coder: inout FieldCoder) {
        coder.unlessEmpty("team", &team)
        coder.present("join", &join, unknown: .invited)
        coder.present("invite", &invite, unknown: .administrators)
        coder.flag("needsSetup", &needsSetup)
        coder.flag("mail", &sendsMail)
        coder.flag("secondFactor", &requiresSecondFactor)
        coder.flag("passkeys", &hasPasskeys)
        coder.flag("keepsMessages", &keepsMessages)
        coder.optional("retentionDays", &retentionDays)
        coder.optional("joinSetting", &joinSetting)
        coder.flag("hidesEmails", &hidesEmails)
        coder.flag("hidesNotifications", &hidesNotifications)
        coder.unlessEmpty("domains", &domains)
        coder.unlessEmpty("providers", &providers)
        coder.flag("passwords", &takesPasswords, usually: true)
        coder.optional("picture", &picture)
    }
}

extension SetupRequest: JSONRecord {
    public init(_: Blank) { self.init(code: "", account: SignUpRequest(.blank), team: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("code", &code)
        coder.required("account", &account)
        coder.required("team", &team)
        coder.present("join", &join)
    }
}

extension PolicyChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("team", &team)
        coder.change("join", &join)
        coder.change("invite", &invite)
        coder.change("secondFactor", &requiresSecondFactor)
        coder.change("keepsMessages", &keepsMessages)
        coder.change("retentionDays", &retentionDays)
        coder.change("hidesEmails", &hidesEmails)
        coder.change("hidesNotifications", &hidesNotifications)
        coder.change("domains", &domains)
        coder.change("picture", &picture)
    }
}
