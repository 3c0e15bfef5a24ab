import Foundation
import NexusCore
import NexusIntelligence

extension ChatFile {
    /// The members, with the identifiers that ``input`` uses.
    public var insightMembers: [InsightMember] {
        members.enumerated().map { InsightMember(id: ChatFile.person($0), name: $1) }
    }

    /// A member's identifier, by their place in ``members``.
    public static func person(_ index: Int) -> UserID { UserID(high: 1, low: UInt64(index)) }

    public func person(named name: String) -> UserID? { members.firstIndex(of: name).map(ChatFile.person) }

    /// The identifier of a message, by its number.
    public static func id(_ number: Int) -> MessageID { MessageID(high: 2, low: UInt64(number)) }

    /// The messages as the extraction takes them.
    public var input: [InsightMessage] {
        let zone = WritingZone(named: zone) ?? .utc
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: self.zone) ?? .gmt
        return messages.compactMap { message in
            let numbers = message.time.split { !$0.isNumber }.compactMap { Int($0) }
            guard numbers.count == 5, let sender = person(named: message.sender),
                let date = calendar.date(
                    from: DateComponents(
                        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4]))
            else { return nil }
            return InsightMessage(
                id: ChatFile.id(message.number), sender: sender, text: message.text,
                writtenAt: Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000)), zone: zone,
                replyTo: message.replyTo.map(ChatFile.id))
        }
    }
}
