import NexusCore
import NexusDatabase

/// Appends to the audit log, which is never changed. `ModerationRepository` reads it.
enum AuditLog {
    static func append(
        _ act: AuditEntry.Act, by actor: UserID, to subject: UserID, report: ReportID? = nil, note: String,
        at now: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            "INSERT INTO audit (at, actor_id, act, subject_id, report_id, note) VALUES ($1, $2, $3, $4, $5, $6)",
            .time(now), .id(actor), .text(act.rawValue), .id(subject), .optional(report), .text(note))
    }
}
