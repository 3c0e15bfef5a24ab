import Logging
import NexusCore
import Synchronization

/// Which push services refuse the server's credentials: what an operator has to mend.
///
/// An endpoint on a host of its own says nothing of the server: any member can register one that refuses everything. What a service answers
/// goes to the log alone.
final class PushRefusals: Sendable {
    private struct Record {
        /// Whose endpoints it refused since it last took a notification; two say as much as all.
        var users: Set<UserID> = []
        var refusedAt: Timestamp?
        /// Whether it has taken one since the start.
        var hasTaken = false
        var isReported = false
    }

    /// Origins of which something is kept, at most; those that only one member's endpoints have are forgotten first.
    private static let limit = 256

    /// Milliseconds after the last refusal until which it counts: the devices may be gone.
    static let life: Int64 = 86_400_000

    private let records = Mutex<[PushOrigin: Record]>([:])
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    init(now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// A sentence for `/health`, which names no host that a member chose; nil if no service refuses.
    var reason: String? {
        let time = now()
        let refusing = records.withLock { records in
            records.filter { PushRefusals.isRefusing($0.key, $0.value, at: time) }.map(\.key)
        }
        guard let first = refusing.min(by: { PushRefusals.name(of: $0) < PushRefusals.name(of: $1) }) else {
            return nil
        }
        return "\(PushRefusals.name(of: first)) refuses the server's credentials. The log has its answer."
    }

    /// Takes the answer to a push.
    func note(_ outcome: PushOutcome, from endpoint: PushEndpoint) {
        switch outcome {
        case .sent:
            let origin = PushOrigin(of: endpoint)
            records.withLock { records in
                // Nothing need be known of any other host that works.
                records[origin] = origin.kind == .other ? nil : Record(hasTaken: true)
            }
        case .refused(let failure) where failure.reason == "credentials":
            refuse(failure, PushOrigin(of: endpoint), endpoint.user)
        case .refused, .retry, .gone: break
        }
    }

    private func refuse(_ failure: PushFailure, _ origin: PushOrigin, _ user: UserID) {
        let time = now()
        let (isNew, isReported) = records.withLock { records in
            var record = records[origin] ?? Record()
            let isNew = record.users.isEmpty
            if record.users.count < 2 { record.users.insert(user) }
            record.refusedAt = time
            let isReported = !record.isReported && PushRefusals.isRefusing(origin, record, at: time)
            if isReported { record.isReported = true }
            if records[origin] == nil, records.count >= PushRefusals.limit {
                let lone = records.first { $0.key.kind == .other && $0.value.users.count < 2 }
                guard let lone else { return (isNew, isReported) }
                records[lone.key] = nil
            }
            records[origin] = record
            return (isNew, isReported)
        }
        guard isNew || isReported else { return }
        logger.log(
            level: isReported ? .error : .warning, "a push service refuses the server's credentials",
            metadata: ["service": "\(origin.text)", "answer": "\(failure.text)"])
    }

    /// One refusal of a service that never worked counts, or those of two users' endpoints in a row.
    private static func isRefusing(_ origin: PushOrigin, _ record: Record, at now: Timestamp) -> Bool {
        guard let refusedAt = record.refusedAt, now.since(refusedAt) < life else { return false }
        switch origin.kind {
        case .configured: return true
        case .known: return record.users.count >= (record.hasTaken ? 2 : 1)
        case .other: return record.users.count >= 2
        }
    }

    private static func name(of origin: PushOrigin) -> String {
        switch origin.kind {
        case .configured: "The service \(origin.text)"
        case .known: "The push service \(origin.text)"
        case .other: "A web push service"
        }
    }
}
