import NexusCore

/// What this node tells others of who is active here, and what it has told: changes of one moment go in one message.
struct PresenceTidings {
    /// The maximum of users in one message.
    static let peoplePerMessage = 5_000

    private var told: [UserID: PresenceNews.Entry] = [:]
    private var waiting: [UserID: PresenceNews.Entry] = [:]
    /// Of the last message.
    private(set) var number: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// The state of a user here; returns whether it is new.
    mutating func note(_ entry: PresenceNews.Entry) -> Bool {
        let before = waiting[entry.user] ?? told[entry.user]
        guard before?.sessions ?? [] != entry.sessions || before != nil && before?.showsPresence != entry.showsPresence
        else { return false }
        waiting[entry.user] = entry
        return true
    }

    /// What waits, to be sent now.
    mutating func take() -> [PresenceNews] {
        let entries = Array(waiting.values)
        waiting = [:]
        for entry in entries { told[entry.user] = entry.sessions.isEmpty ? nil : entry }
        return messages(entries)
    }

    /// All of it, for a node that has missed something.
    mutating func whole() -> [PresenceNews] {
        for entry in waiting.values { told[entry.user] = entry.sessions.isEmpty ? nil : entry }
        let gone = waiting.values.filter(\.sessions.isEmpty)
        waiting = [:]
        // People who went offline are told with the time of that.
        var messages = messages(Array(told.values) + gone)
        if messages.isEmpty { messages = [next([])] }
        messages[0].marks.insert(.begins)
        messages[messages.count - 1].marks.insert(.ends)
        return messages
    }

    private mutating func messages(_ entries: [PresenceNews.Entry]) -> [PresenceNews] {
        stride(from: 0, to: entries.count, by: PresenceTidings.peoplePerMessage).map { start in
            next(Array(entries[start..<min(start + PresenceTidings.peoplePerMessage, entries.count)]))
        }
    }

    private mutating func next(_ entries: [PresenceNews.Entry]) -> PresenceNews {
        number += 1
        return PresenceNews(number: number, entries: entries)
    }
}
