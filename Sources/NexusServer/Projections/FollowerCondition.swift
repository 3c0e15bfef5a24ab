import NexusCore
import NexusDatabase

/// The state of a follower: waiting work, its age, and failures.
struct FollowerCondition: Sendable {
    /// A conversation set aside after a failure, and the time of its retry.
    struct SetAside: Sendable {
        var failures: Int
        var dueAt: Duration
    }

    /// Conversations that may be set aside; past it a failure counts as the follower's own.
    static let setAsideLimit = 1_000
    /// Failures in a row from which it counts as stuck: fewer are an ordinary burst.
    static let stuckAfterFailures = 3
    /// The maximum time without a finished step while work waits.
    static let stuckAfter = Duration.seconds(60)

    /// Conversations with changes since they were last followed.
    var waiting: Set<ConversationID> = []
    /// When the oldest change among those that wait was announced.
    private(set) var waitingSince: Duration?
    /// The same of those that are being followed.
    private(set) var workingSince: Duration?
    var setAside: [ConversationID: SetAside] = [:]
    /// Failures in a row of the follower as a whole.
    var failures = 0
    var failuresInAll = 0
    var lastFailure: String?
    var nextTry: Duration?
    /// When a step was last finished.
    var lastStep: Duration
    /// Whether nobody follows here any more: another node does. What changes meanwhile is found at the next beginning.
    private var isAtRest = false

    init(at now: Duration) { lastStep = now }

    mutating func begin(at now: Duration) {
        lastStep = now
        isAtRest = false
    }

    mutating func end() {
        isAtRest = true
        waiting = []
        (waitingSince, workingSince) = (nil, nil)
        setAside = [:]
        (failures, nextTry) = (0, nil)
    }

    /// Age of the oldest unprocessed change.
    func lag(at now: Duration) -> Duration { (workingSince ?? waitingSince).map { now - $0 } ?? .zero }

    /// A conversation has work; returns whether it is the first that waits, and the follower must be woken.
    /// - Parameter now: the time, asked for only by the first.
    mutating func wait(for id: ConversationID, at now: @autoclosure () -> Duration) -> Bool {
        if isAtRest { return false }
        if waitingSince == nil { waitingSince = now() }
        let isFirst = waiting.isEmpty
        waiting.insert(id)
        return isFirst
    }

    /// Conversations that are due: waiting ones, and those set aside whose retry is due.
    mutating func takeDue(at now: Duration) -> [ConversationID] {
        let due = setAside.filter { $0.value.dueAt <= now }.map(\.key)
        let ids = waiting.filter { setAside[$0] == nil } + due
        waiting = []
        if let since = waitingSince, workingSince == nil { workingSince = since }
        waitingSince = nil
        return Array(ids)
    }

    /// Puts taken ones back.
    mutating func putBack(_ ids: [ConversationID]) {
        waiting.formUnion(ids)
        waitingSince = workingSince ?? waitingSince
        workingSince = nil
    }

    mutating func fail(_ error: any Error, until next: Duration) {
        failures += 1
        failuresInAll += 1
        lastFailure = Self.words(error)
        nextTry = next
    }

    mutating func setAside(_ id: ConversationID, because error: any Error, backoff: FollowerBackoff, at now: Duration) {
        let failures = (setAside[id]?.failures ?? 0) + 1
        setAside[id] = SetAside(failures: failures, dueAt: now + backoff.delay(after: failures))
        failuresInAll += 1
        lastFailure = Self.words(error)
    }

    /// A whole round has succeeded.
    mutating func succeed(at now: Duration) {
        failures = 0
        nextTry = nil
        lastStep = now
        workingSince = nil
    }

    /// The part of `/health`.
    func part(_ name: String, skipped: Int, at now: Duration) -> HealthPart {
        let failure = lastFailure ?? ""
        if failures >= Self.stuckAfterFailures {
            let seconds = nextTry.map { max(1, ($0 - now).components.seconds) } ?? 1
            return HealthPart(
                name, .degraded,
                reason: "It has failed \(failures) times in a row: \(failure) It tries again in \(seconds) s.")
        }
        let stuck = setAside.count { $0.value.failures >= Self.stuckAfterFailures }
        if stuck > 0 {
            return HealthPart(
                name, .degraded,
                reason: "\(stuck) \(stuck == 1 ? "conversation does" : "conversations do") not follow: \(failure) "
                    + "They are tried again by themselves; all others follow.")
        }
        if lag(at: now) > Self.stuckAfter, now - lastStep > Self.stuckAfter {
            return HealthPart(
                name, .degraded,
                reason: "It has made no progress for \((now - lastStep).components.seconds) s although messages wait.")
        }
        guard skipped > 0 else { return HealthPart(name, .ok) }
        return HealthPart(
            name, .ok,
            reason: "\(skipped) \(skipped == 1 ? "message" : "messages") could not be processed and "
                + "\(skipped == 1 ? "was" : "were") skipped; the table skipped_rows says which.")
    }

    /// A failure in safe words.
    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as DatabaseError: error.text
        case let refusal as Refusal: refusal.message
        default: "An unexpected error; the log says which."
        }
    }
}
