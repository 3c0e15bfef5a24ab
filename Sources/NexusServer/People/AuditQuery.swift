/// A query of the audit log.
struct AuditQuery: Sendable {
    /// The number before which entries are wanted.
    var before = Int64.max
    /// Whether sign-ins and failed attempts are wanted where `acts` is empty.
    var withSignIns = false
    /// Beginnings of the acts that are wanted, such as `account.`; empty for all.
    var acts: [String] = []
    /// A part of the name or address of the person who acted, or whom the act concerned; empty for all.
    var person = ""
}
