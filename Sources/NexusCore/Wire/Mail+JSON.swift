extension QueuedMail: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind.rawValue)
        writer.field("to", to)
        writer.field("state", state.rawValue)
        writer.field("attempts", Int64(attempts))
        writer.field("createdAt", createdAt)
        writer.field("dueAt", dueAt)
        if !reason.isEmpty { writer.field("reason", reason) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: MailID?
        var mail = QueuedMail(
            id: .init(high: 0, low: 0), kind: .other, to: "", state: .failed, attempts: 0, createdAt: .zero,
            dueAt: .zero, reason: "")
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "kind": mail.kind = MailKind(rawValue: try reader.string()) ?? .other
            case "to": mail.to = try reader.string()
            case "state": mail.state = State(rawValue: try reader.string()) ?? .failed
            case "attempts": mail.attempts = Int(clamping: try reader.int())
            case "createdAt": mail.createdAt = try reader.timestamp()
            case "dueAt": mail.dueAt = try reader.timestamp()
            case "reason": mail.reason = try reader.string()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        mail.id = id
        self = mail
    }
}

extension MailReport: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("on", isOn)
        writer.field("server", ifPresent: server)
        writer.field("sender", ifPresent: sender)
        writer.field("problem", ifPresent: problem)
        writer.field("waiting", Int64(waiting))
        writer.field("mails", mails)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var report = MailReport(waiting: 0, mails: [])
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "on": report.isOn = try reader.bool()
            case "server": report.server = try reader.string()
            case "sender": report.sender = try reader.string()
            case "problem": report.problem = try reader.string()
            case "waiting": report.waiting = Int(clamping: try reader.int())
            case "mails": report.mails = try [QueuedMail](from: &reader)
            default: break
            }
        }
        self = report
    }
}

extension MailTest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("to", to)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var to: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "to" = key { to = try reader.string() }
        }
        guard let to else { throw reader.missing("to") }
        self.init(to: to)
    }
}
