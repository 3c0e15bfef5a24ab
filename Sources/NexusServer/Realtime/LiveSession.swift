import NexusCore
import Synchronization

/// One live socket's state beside its connection.
final class LiveSession: Sendable {
    let session: SessionID
    let profile: Profile
    private let waiting = Atomic(0)
    private let faults = Atomic(0)

    /// What a question to the database counts for, beside an operation's 1.
    static let readWeight = Limits.operationsInFlight / 16
    /// Frames that could not be read, after which the socket is closed.
    static let faultLimit = 20

    init(session: SessionID, profile: Profile) {
        self.session = session
        self.profile = profile
    }

    var user: UserID { profile.user.id }

    /// Something of this session begins to wait; returns whether its socket should now not be read until some of it is answered.
    func begins(_ weight: Int) -> Bool {
        let (old, new) = waiting.wrappingAdd(weight, ordering: .relaxed)
        return old < Limits.operationsInFlight && new >= Limits.operationsInFlight
    }

    /// Something is answered; returns whether the socket should now be read again.
    func ends(_ weight: Int) -> Bool {
        let (old, new) = waiting.wrappingSubtract(weight, ordering: .relaxed)
        return old >= Limits.operationsInFlight && new < Limits.operationsInFlight
    }

    /// A frame could not be read; returns whether it was one too many.
    func fault() -> Bool { faults.wrappingAdd(1, ordering: .relaxed).newValue >= LiveSession.faultLimit }
}
