import NexusCore
import NexusDatabase

/// A row of one of the two queues: messages of a conversation, or a reminder.
enum QueuedNotification: Equatable, Sendable {
    case messages(QueuedPush)
    case reminder(ReminderPush)

    /// Names the row.
    enum Key: Hashable, Sendable {
        case messages(PushEndpointID, ConversationID)
        case reminder(PushEndpointID, InsightID)
    }

    var key: Key {
        switch self {
        case .messages(let push): .messages(push.endpoint, push.conversation)
        case .reminder(let push): .reminder(push.endpoint, push.insight)
        }
    }

    var endpoint: PushEndpointID {
        switch self {
        case .messages(let push): push.endpoint
        case .reminder(let push): push.endpoint
        }
    }

    var expiresAt: Timestamp {
        switch self {
        case .messages(let push): push.expiresAt
        case .reminder(let push): push.expiresAt
        }
    }

    /// Attempts that failed in a row.
    var attempts: Int {
        switch self {
        case .messages(let push): push.attempts
        case .reminder(let push): push.attempts
        }
    }

    /// The message that the device was told of; 0 for none.
    var shown: Seq {
        switch self {
        case .messages(let push): push.shown
        case .reminder: 0
        }
    }

    /// What is due of a service, of each queue the most overdue first, with its device.
    ///
    /// - Parameter limit: of each queue.
    static func due(
        _ service: PushEndpoint.Service, at now: Timestamp, limit: Int, in reader: Reader
    ) throws -> [(QueuedNotification, PushEndpoint)] {
        try ReminderPushRepository.due(service, at: now, limit: limit, in: reader).map { (.reminder($0), $1) }
            + PushQueueRepository.due(service, at: now, limit: limit, in: reader).map { (.messages($0), $1) }
    }

    /// When the next of a service is due, and how many of all services wait.
    ///
    /// - Parameter time: what was due by then is left out; nil for nothing.
    static func state(
        of service: PushEndpoint.Service, after time: Timestamp?, in reader: Reader
    ) throws -> (due: Timestamp?, waiting: (count: Int64, oldest: Timestamp?)) {
        let time = time ?? Timestamp(milliseconds: -1)
        let due = [
            try PushQueueRepository.nextDue(service, after: time, in: reader),
            try ReminderPushRepository.nextDue(service, after: time, in: reader),
        ]
        let messages = try PushQueueRepository.waiting(in: reader)
        let reminders = try ReminderPushRepository.waiting(in: reader)
        let oldest = [messages.oldest, reminders.oldest].compactMap { $0 }.min()
        return (due.compactMap { $0 }.min(), (messages.count + reminders.count, oldest))
    }

    func settle(shown: Seq, at now: Timestamp, _ transaction: Transaction) throws {
        switch self {
        case .messages(let push): try PushQueueRepository.settle(push, shown: shown, at: now, transaction)
        case .reminder(let push): try ReminderPushRepository.settle(push, transaction)
        }
    }

    func postpone(until due: Timestamp, _ transaction: Transaction) throws {
        switch self {
        case .messages(let push): try PushQueueRepository.postpone(push, until: due, transaction)
        case .reminder(let push): try ReminderPushRepository.postpone(push, until: due, transaction)
        }
    }
}
