import NexusCore

/// A report in the command line's JSON.
public struct ReportJSON: JSONEncodable {
    private let report: Report

    public init(_ report: Report) { self.report = report }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", report.id)
        writer.field("state", report.state.rawValue)
        writer.field("reporter", UserJSON(report.reporter))
        writer.field("sender", UserJSON(report.sender))
        writer.field("conversation", report.conversation)
        writer.field("message", report.message)
        writer.field("text", report.text)
        writer.field("reason", report.reason)
        writer.field("reportedAt", TerminalTime.iso(report.reportedAt))
        writer.endObject()
    }
}

/// An account in the command line's JSON for administrators.
public struct AdministeredAccountJSON: JSONEncodable {
    private let account: AdministeredAccount

    public init(_ account: AdministeredAccount) { self.account = account }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", UserJSON(account.user))
        writer.field("administrator", account.isAdministrator)
        if let suspendedAt = account.suspendedAt { writer.field("suspendedAt", TerminalTime.iso(suspendedAt)) }
        if account.hasSecondFactor { writer.field("secondFactor", true) }
        if let deletesAt = account.deletesAt { writer.field("deletesAt", TerminalTime.iso(deletesAt)) }
        if let lastUsedAt = account.lastUsedAt { writer.field("lastUsedAt", TerminalTime.iso(lastUsedAt)) }
        if account.sessions > 0 { writer.field("sessions", account.sessions) }
        writer.endObject()
    }
}

/// An entry of the audit log in the command line's JSON.
public struct AuditEntryJSON: JSONEncodable {
    private let entry: AuditEntry

    public init(_ entry: AuditEntry) { self.entry = entry }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", entry.number)
        writer.field("at", TerminalTime.iso(entry.at))
        writer.field("actor", UserJSON(entry.actor))
        writer.field("act", entry.act.rawValue)
        writer.field("subject", UserJSON(entry.subject))
        if let report = entry.report { writer.field("report", report) }
        if !entry.note.isEmpty { writer.field("note", entry.note) }
        if let session = entry.session { writer.field("session", session) }
        if let count = entry.count { writer.field("count", count) }
        if let since = entry.since { writer.field("since", TerminalTime.iso(since)) }
        writer.endObject()
    }
}

/// An entry of the ledger in the command line's JSON.
public struct LedgerEntryJSON: JSONEncodable {
    private let entry: LedgerEntry

    public init(_ entry: LedgerEntry) { self.entry = entry }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", entry.number)
        writer.field("at", TerminalTime.iso(entry.at))
        writer.field("user", UserJSON(entry.user))
        writer.field("purpose", entry.purpose)
        writer.field("model", entry.model)
        writer.field("messages", entry.messages)
        writer.field("inputTokens", entry.inputTokens)
        writer.field("outputTokens", entry.outputTokens)
        writer.field("outcome", entry.outcome)
        writer.field("milliseconds", entry.took)
        if let cost = entry.cost { writer.field("cost", cost) }
        writer.endObject()
    }
}

/// The queue of e-mails in the command line's JSON.
public struct MailReportJSON: JSONEncodable {
    private let report: MailReport

    public init(_ report: MailReport) { self.report = report }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("on", report.isOn)
        writer.field("server", ifPresent: report.server)
        writer.field("sender", ifPresent: report.sender)
        writer.field("problem", ifPresent: report.problem)
        writer.field("waiting", Int64(report.waiting))
        writer.field("mails", report.mails.map { QueuedMailJSON($0) })
        writer.endObject()
    }
}

/// An e-mail of the queue in the command line's JSON.
private struct QueuedMailJSON: JSONEncodable {
    private let mail: QueuedMail

    init(_ mail: QueuedMail) { self.mail = mail }

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", mail.id.text)
        writer.field("kind", mail.kind.rawValue)
        writer.field("to", mail.to)
        writer.field("state", mail.state.rawValue)
        writer.field("attempts", Int64(mail.attempts))
        writer.field("createdAt", TerminalTime.iso(mail.createdAt))
        writer.field(mail.state == .waiting ? "nextAt" : "failedAt", TerminalTime.iso(mail.dueAt))
        if !mail.reason.isEmpty { writer.field("reason", mail.reason) }
        writer.endObject()
    }
}
