extension Report: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("state", state.rawValue)
        writer.field("reporter", reporter)
        writer.field("sender", sender)
        writer.field("conversation", conversation)
        writer.field("message", message)
        writer.field("text", text)
        writer.field("reason", reason)
        writer.field("reportedAt", reportedAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: ReportID?
        var state: State?
        var reporter: User?
        var sender: User?
        var conversation: ConversationID?
        var message: MessageID?
        var text = ""
        var reason = ""
        var reportedAt = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "state": state = try reader.reportState()
            case "reporter": reporter = try User(from: &reader)
            case "sender": sender = try User(from: &reader)
            case "conversation": conversation = try reader.id("conversation")
            case "message": message = try reader.id("message")
            case "text": text = try reader.string()
            case "reason": reason = try reader.string()
            case "reportedAt": reportedAt = try reader.timestamp()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        guard let state else { throw reader.missing("state") }
        guard let reporter else { throw reader.missing("reporter") }
        guard let sender else { throw reader.missing("sender") }
        guard let conversation else { throw reader.missing("conversation") }
        guard let message else { throw reader.missing("message") }
        self.init(
            id: id, state: state, reporter: reporter, sender: sender, conversation: conversation, message: message,
            text: text, reason: reason, reportedAt: reportedAt)
    }
}

extension JSONReader {
    fileprivate mutating func reportState() throws(JSONError) -> Report.State {
        guard let state = Report.State(rawValue: try string()) else { throw invalid("state") }
        return state
    }
}

extension ReportList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("reports", reports)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var reports: [Report] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "reports" = key { reports = try [Report](from: &reader) }
        }
        self.init(reports: reports)
    }
}

extension ReportResolution: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("state", state.rawValue)
        if !note.isEmpty { writer.field("note", note) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var state: Report.State?
        var note = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "state": state = try reader.reportState()
            case "note": note = try reader.string()
            default: break
            }
        }
        guard let state else { throw reader.missing("state") }
        self.init(state, note: note)
    }
}

extension AdministeredAccount: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("administrator", isAdministrator)
        writer.field("suspendedAt", ifPresent: suspendedAt)
        if hasSecondFactor { writer.field("secondFactor", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: User?
        var isAdministrator = false
        var suspendedAt: Timestamp?
        var hasSecondFactor = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try User(from: &reader)
            case "administrator": isAdministrator = try reader.bool()
            case "suspendedAt": suspendedAt = try reader.timestamp()
            case "secondFactor": hasSecondFactor = try reader.bool()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        self.init(
            user: user, isAdministrator: isAdministrator, suspendedAt: suspendedAt, hasSecondFactor: hasSecondFactor)
    }
}

extension AccountList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("accounts", accounts)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var accounts: [AdministeredAccount] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "accounts" = key { accounts = try [AdministeredAccount](from: &reader) }
        }
        self.init(accounts: accounts)
    }
}

extension AccountChange: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        if let isSuspended { writer.field("suspended", isSuspended) }
        if let isAdministrator { writer.field("administrator", isAdministrator) }
        if !note.isEmpty { writer.field("note", note) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var change = self
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "suspended": change.isSuspended = try reader.bool()
            case "administrator": change.isAdministrator = try reader.bool()
            case "note": change.note = try reader.string()
            default: break
            }
        }
        self = change
    }
}

extension AuditEntry: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", number)
        writer.field("at", at)
        writer.field("actor", actor)
        writer.field("act", act.rawValue)
        writer.field("subject", subject)
        writer.field("report", ifPresent: report)
        if !note.isEmpty { writer.field("note", note) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var number: Int64 = 0
        var at = Timestamp.zero
        var actor: User?
        var act: Act?
        var subject: User?
        var report: ReportID?
        var note = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "number": number = try reader.int()
            case "at": at = try reader.timestamp()
            case "actor": actor = try User(from: &reader)
            case "act":
                act = Act(rawValue: try reader.string())
                if act == nil { throw reader.invalid("act") }
            case "subject": subject = try User(from: &reader)
            case "report": report = try reader.id("report")
            case "note": note = try reader.string()
            default: break
            }
        }
        guard let actor else { throw reader.missing("actor") }
        guard let act else { throw reader.missing("act") }
        guard let subject else { throw reader.missing("subject") }
        self.init(number: number, at: at, actor: actor, act: act, subject: subject, report: report, note: note)
    }
}

extension AuditPage: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("entries", entries)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var entries: [AuditEntry] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "entries" = key { entries = try [AuditEntry](from: &reader) }
        }
        self.init(entries: entries)
    }
}
