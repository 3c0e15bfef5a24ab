extension LeftMessages: JSONWord {}
extension ExportState.Phase: JSONWord {}

extension DeletionRequest: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.unlessEmpty("password", &password)
        coder.optional("code", &code)
        coder.present("messages", &messages)
    }
}

extension AdministeredDeletion: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("messages", &messages)
        coder.flag("atOnce", &atOnce)
        coder.unlessEmpty("note", &note)
    }
}

extension DeletionState: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("deletesAt", &deletesAt)
        coder.present("messages", &messages, unknown: .keep)
    }
}

extension GroupTransfer: JSONRecord {
    public init(_: Blank) { self.init(to: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("to", &to)
        coder.unlessEmpty("note", &note)
    }
}

extension TransferredGroups: JSONRecord {
    public init(_: Blank) { self.init(transferred: 0, remaining: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("transferred", &transferred)
        coder.present("remaining", &remaining)
    }
}

extension ExportState: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("state", &phase, unknown: .absent)
        coder.optional("id", &id)
        coder.present("done", &done)
        coder.present("total", &total)
        coder.optional("bytes", &bytes)
        coder.optional("expiresAt", &expiresAt)
        coder.unlessEmpty("message", &message)
    }
}

extension Retention: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("days", &days)
        coder.optional("serverDays", &serverDays)
    }
}
