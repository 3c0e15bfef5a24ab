import NexusCore

/// Announcements of presence, collected and then sent: one frame per recipient, encoded once for equal contents.
struct PresenceAnnouncements {
    /// The maximum of users in one frame.
    static let peoplePerFrame = 500

    private let hub: Hub
    private var byRecipient: [UserID: [Presence]] = [:]

    init(hub: Hub) { self.hub = hub }

    /// Announces other users to a user, if connected.
    mutating func tell(_ recipient: UserID, _ people: [Presence]) {
        guard !people.isEmpty, hub.connectionCount(of: recipient) > 0 else { return }
        byRecipient[recipient, default: []] += people
    }

    func send(by batch: LiveBatch) {
        var encoded: (people: [Presence], frames: [SharedFrame])?
        for (recipient, people) in byRecipient {
            if encoded?.people != people { encoded = (people, PresenceAnnouncements.frames(people)) }
            hub.forEachConnection(of: recipient) { connection in
                for frame in encoded?.frames ?? [] { batch.add(frame, to: connection) }
            }
        }
        batch.flush()
    }

    static func frames(_ people: [Presence]) -> [SharedFrame] {
        stride(from: 0, to: people.count, by: peoplePerFrame).map { start in
            let part = Array(people[start..<min(start + peoplePerFrame, people.count)])
            return SharedFrame(text: ServerFrame.presence(part).json)
        }
    }
}
