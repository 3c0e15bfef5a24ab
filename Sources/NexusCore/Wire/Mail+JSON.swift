extension MailKind: JSONWord {}
extension QueuedMail.State: JSONWord {}

extension QueuedMail: JSONRecord {
    public init(_: Blank) {
        self.init(
            id: .blank, kind: .other, to: "", state: .failed, attempts: 0, createdAt: .zero, dueAt: .zero, reason: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("kind", &kind, unknown: .other)
        coder.present("to", &to)
        coder.present("state", &state, unknown: .failed)
        coder.present("attempts", &attempts)
        coder.present("createdAt", &createdAt)
        coder.present("dueAt", &dueAt)
        coder.unlessEmpty("reason", &reason)
    }
}

extension MailReport: JSONRecord {
    public init(_: Blank) { self.init(waiting: 0, mails: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("on", &isOn)
        coder.optional("server", &server)
        coder.optional("sender", &sender)
        coder.optional("problem", &problem)
        coder.present("waiting", &waiting)
        coder.present("mails", &mails)
    }
}

extension MailTest: JSONRecord {
    public init(_: Blank) { self.init(to: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("to", &to)
    }
}
