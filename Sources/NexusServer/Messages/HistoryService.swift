import NexusCore
import NexusDatabase

/// Reading: catch-up by cursor, pages of history, discovery. Each is one snapshot.
struct HistoryService: Sendable {
    /// The epoch of the database, part of each answer.
    var epoch: EpochID?
    /// Messages in one answer to `changes`, at most.
    static let messagesPerAnswer = 500
    /// Bytes of text and reactions after which an answer to `changes` is cut and the client asks again.
    static let bytesPerAnswer = 256 << 10

    /// The changes after a cursor.
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member.
    func changes(of id: ConversationID, after: Seq, for user: UserID, in reader: Reader) throws -> Changes {
        guard let view = try HistoryRepository.view(id, for: user, in: reader) else { throw Refusal.conversationGone }
        var changes = Changes(
            conversation: id, after: after, cursor: view.head, head: view.head, isReset: false, oldest: 0,
            unread: try HistoryRepository.unread(
                in: id, after: view.read, for: user, limit: Changes.unreadLimit, reader),
            mentions: try MentionRepository.count(
                of: user, in: id, after: view.read, limit: Changes.unreadLimit, reader), info: nil, members: [],
            messages: [], epoch: epoch)
        // A cursor beyond the end holds changes that this database has lost: all of its rows are in doubt.
        if after == 0 || after > view.head || view.head - after > Limits.catchUpChanges {
            let limit = Limits.defaultPageMessages
            let newest = try HistoryRepository.messages(in: id, before: .max, limit: limit + 1, reader)
            changes.isReset = true
            changes.messages = newest.count > limit ? Array(newest.dropFirst()) : newest
            changes.oldest = newest.count > limit ? changes.messages.first?.seq ?? 0 : 0
            changes.info = view.info
            changes.members = try HistoryRepository.members(of: id, changedAfter: 0, for: user, in: reader)
            return changes
        }
        guard after < view.head else { return changes }
        if view.info.changed > after { changes.info = view.info }
        let start = view.receiptsChanged > after ? 0 : after
        changes.members = try HistoryRepository.members(of: id, changedAfter: start, for: user, in: reader)
        let limit = HistoryService.messagesPerAnswer
        let posted = try HistoryRepository.posted(in: id, after: after, limit: limit + 1, reader)
        // One deletion changes several messages, and must not be split.
        let changed = try HistoryRepository.changed(
            in: id, after: after, limit: limit + 1 + Limits.messagesPerDelete, reader)
        (changes.messages, changes.cursor) = cut(merged(posted, changed), limit: limit, head: view.head)
        return changes
    }

    /// A page of history.
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member.
    func page(_ request: PageRequest, for user: UserID, in reader: Reader) throws -> Page {
        let id = request.conversation
        guard let view = try HistoryRepository.view(id, for: user, in: reader) else { throw Refusal.conversationGone }
        switch request.anchor {
        case .before(let seq):
            let messages = try HistoryRepository.messages(in: id, before: seq, limit: request.limit, reader)
            let from = messages.count < request.limit ? 1 : messages.first?.seq ?? 1
            return Page(
                conversation: id, from: from, through: min(max(seq, 1) - 1, view.head), head: view.head,
                messages: messages, epoch: epoch)
        case .around(let seq):
            let half = max(1, request.limit / 2)
            let anchor = min(max(seq, 0), view.head)
            let older = try HistoryRepository.messages(in: id, before: anchor + 1, limit: half, reader)
            let rest = request.limit - half
            let newer = try HistoryRepository.messages(in: id, after: anchor, limit: rest, reader)
            return Page(
                conversation: id, from: older.count < half ? 1 : older.first?.seq ?? 1,
                through: newer.count < rest ? view.head : newer.last?.seq ?? anchor, head: view.head,
                messages: older + newer, epoch: epoch)
        }
    }

    /// The pinned messages of a conversation, newest pin first.
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member.
    func pins(of id: ConversationID, for user: UserID, in reader: Reader) throws -> PinnedList {
        guard try HistoryRepository.view(id, for: user, in: reader) != nil else { throw Refusal.conversationGone }
        return PinnedList(messages: try MessageRepository.pinned(in: id, reader))
    }

    /// The versions of a message, oldest first; the last is the current one.
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member; `message_gone` if it is not in it, or was deleted.
    func versions(
        of message: MessageID, in id: ConversationID, for user: UserID, _ reader: Reader
    ) throws -> VersionList {
        guard try HistoryRepository.view(id, for: user, in: reader) != nil else { throw Refusal.conversationGone }
        guard let message = try MessageRepository.message(message, in: reader), message.conversation == id,
            !message.isDeleted
        else { throw Refusal.messageGone }
        let now = MessageVersion(
            text: message.text, mentions: message.mentions, at: message.editedAt ?? message.writtenAt)
        return VersionList(versions: try VersionRepository.versions(of: message, reader) + [now])
    }

    /// The position of a message in its conversation.
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member; `message_gone` if it is not in it.
    func position(
        of message: MessageID, in id: ConversationID, for user: UserID, _ reader: Reader
    ) throws -> Seq {
        guard try HistoryRepository.view(id, for: user, in: reader) != nil else { throw Refusal.conversationGone }
        guard let seq = try HistoryRepository.position(of: message, in: id, reader) else { throw Refusal.messageGone }
        return seq
    }

    /// The conversations that changed after a server time; all without one.
    /// - Parameter now: read before the snapshot, so that what it misses is later.
    func moved(since: Timestamp?, for user: UserID, now: Timestamp, in reader: Reader) throws -> Moved {
        let limit = Limits.movedConversations
        let own = try UserSettingsRepository.head(of: user, in: reader).head
        let start = since ?? Timestamp(milliseconds: -1)
        let end = Timestamp(milliseconds: .max)
        var moves = try HistoryRepository.moves(
            of: user, after: start, through: end, includingLeft: since != nil, limit: limit + 1, reader)
        guard moves.count > limit else {
            return Moved(time: now, conversations: moves.map(\.entry), hasMore: false, own: own, epoch: epoch)
        }
        // The cut falls between two times, or those that moved in the same millisecond would be skipped.
        let last = moves[limit - 1].at
        moves.removeAll { $0.at >= last }
        moves += try HistoryRepository.moves(
            of: user, after: last.advanced(by: -1), through: last, includingLeft: since != nil, limit: .max, reader)
        return Moved(time: last, conversations: moves.map(\.entry), hasMore: true, own: own, epoch: epoch)
    }

    /// Two ascending runs as one, by the change.
    private func merged(_ left: [Message], _ right: [Message]) -> [Message] {
        if right.isEmpty { return left }
        var result: [Message] = []
        result.reserveCapacity(left.count + right.count)
        var position = 0
        for message in left {
            while position < right.count, right[position].changed < message.changed {
                result.append(right[position])
                position += 1
            }
            result.append(message)
        }
        result += right[position...]
        return result
    }

    /// The messages that fit one answer, and the cursor they reach. Messages of one change (a deletion) stay together.
    private func cut(_ messages: [Message], limit: Int, head: Seq) -> ([Message], Seq) {
        var bytes = 0
        for (position, message) in messages.enumerated() where position > 0 {
            bytes += messages[position - 1].weight
            let isFull = position >= limit || bytes > HistoryService.bytesPerAnswer
            if isFull, message.changed != messages[position - 1].changed {
                return (Array(messages[..<position]), messages[position - 1].changed)
            }
        }
        return (messages, head)
    }
}

extension Message {
    /// About how many bytes it takes in an answer, beyond what every message does.
    fileprivate var weight: Int { text.utf8.count + reactions.total * 40 }
}
