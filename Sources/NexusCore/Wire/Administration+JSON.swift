extension Report.State: JSONWord {}
extension AuditEntry.Act: JSONWord {}

extension Report: JSONRecord {
    public init(_: Blank) {
        self.init(
            id: .blank, state: .open, reporter: User(.blank), sender: User(.blank), conversation: .blank,
            message: .blank, text: "", reason: "", reportedAt: .zero)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("state", &state)
        coder.required("reporter", &reporter)
        coder.required("sender", &sender)
        coder.required("conversation", &conversation)
        coder.required("message", &message)
        coder.present("text", &text)
        coder.present("reason", &reason)
        coder.present("reportedAt", &reportedAt)
    }
}

extension ReportList: JSONRecord {
    public init(_: Blank) { self.init(reports: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("reports", &reports)
    }
}

extension ReportResolution: JSONRecord {
    public init(_: Blank) { self.init(.open) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("state", &state)
        coder.unlessEmpty("note", &note)
    }
}

extension AdministeredAccount: JSONRecord {
    public init(_: Blank) { self.init(user: User(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("administrator", &isAdministrator)
        coder.optional("suspendedAt", &suspendedAt)
        coder.flag("secondFactor", &hasSecondFactor)
        coder.optional("deletesAt", &deletesAt)
        coder.optional("lastUsedAt", &lastUsedAt)
        coder.unless(sessions == 0, "sessions", &sessions)
    }
}

extension AccountList: JSONRecord {
    public init(_: Blank) { self.init(accounts: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("accounts", &accounts)
        coder.optional("cursor", &cursor)
    }
}

extension AccountChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("suspended", &isSuspended)
        coder.change("administrator", &isAdministrator)
        coder.unlessEmpty("note", &note)
    }
}

extension AuditEntry: JSONRecord {
    public init(_: Blank) {
        self.init(
            number: 0, at: .zero, actor: User(.blank), act: .removeMessage, subject: User(.blank), note: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("number", &number)
        coder.present("at", &at)
        coder.required("actor", &actor)
        coder.required("act", &act)
        coder.required("subject", &subject)
        coder.optional("report", &report)
        coder.unlessEmpty("note", &note)
        coder.optional("session", &session)
        coder.optional("count", &count)
        coder.optional("since", &since)
    }
}

extension AuditPage: JSONRecord {
    public init(_: Blank) { self.init(entries: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("entries", &entries)
        coder.optional("next", &next)
    }
}
