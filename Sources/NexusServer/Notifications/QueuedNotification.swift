import NexusCore
import NexusDatabase

/// A row of one of the two queues: messages of a conversation, or a reminder.
enum QueuedNotification: Equatable, Sendable {
    case messages(QueuedPush)
    case reminder(ReminderPush)

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
    static func state(
        of service: PushEndpoint.Service, in reader: Reader
    ) throws -> (due: Timestamp?, waiting: (count: Int64, oldest: Timestamp?)) {
        let due = [
            try PushQueueRepository.nextDue(service, in: reader),
            try ReminderPushRepository.nextDue(service, in: reader),
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
