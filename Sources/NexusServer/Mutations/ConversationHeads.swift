import NexusCore
import NexusDatabase

/// The writer's cache of heads, members, names and pictures (docs/decisions/0004). A rolled-back transaction restores
/// it; heads are written once per conversation and commit, before the commit.
///
/// `@unchecked Sendable`: used only inside transactions and in the hook before their commit, which run one at a time on
/// the writer, whose queue orders them.
final class ConversationHeads: RestorableMemory, @unchecked Sendable {
    /// The maximum of cached members and conversations; beyond it those that are not dirty are evicted.
    private static let weightLimit = 1_000_000
    private static let faceLimit = 200_000

    private var heads: [ConversationID: ConversationHead] = [:]
    private var faces: [UserID: PersonFace] = [:]
    private var blocks: [UserID: Set<UserID>] = [:]
    /// Grows whenever a block list may have changed.
    private(set) var blockVersion = 0
    private var hiding: Set<UserID>?
    private var dirty: [ConversationHead] = []
    private var weight = 0
    /// The latest `changed_at`: time never goes back, even if the clock does, so that discovery misses nothing.
    private var latest: Timestamp?
    /// The number of changes of conversations since the start; those of a commit count once it can no longer be rolled
    /// back.
    private(set) var changes: Int64 = 0

    /// The conversation, or `nil` if it does not exist.
    func conversation(_ id: ConversationID, in transaction: Transaction) throws -> ConversationHead? {
        transaction.preconditionIsRunning()
        if let head = heads[id] { return head }
        guard let head = try ConversationRepository.load(id, in: transaction) else { return nil }
        keep(head)
        // It may have been read with writes of another transaction of this commit.
        transaction.onRollback { [self] in forget(head) }
        return head
    }

    /// Caches a conversation that this transaction creates.
    func insert(_ head: ConversationHead, in transaction: Transaction) {
        transaction.preconditionIsRunning()
        keep(head)
        transaction.tellOthers(.conversation(head.id))
        transaction.onRollback { [self] in forget(head) }
    }

    /// Takes the conversation's next `seq`.
    func advance(_ conversation: ConversationHead, at now: Timestamp, in transaction: Transaction) throws -> Seq {
        transaction.preconditionIsRunning()
        let changedAt = conversation.changedAt
        let time = try monotone(now, in: transaction)
        conversation.head += 1
        changes += 1
        conversation.changedAt = time
        if !conversation.isDirty {
            conversation.isDirty = true
            conversation.cleanHead = conversation.head - 1
            dirty.append(conversation)
            // Until the commit the table is stale: its head is behind.
            if heads.updateValue(conversation, forKey: conversation.id) == nil {
                weight += conversation.places.count + 1
            }
        }
        transaction.onRollback(self, conversation, to: changedAt.milliseconds)
        return conversation.head
    }

    /// Gives back the last `seq` that a conversation took.
    /// - Parameter state: when the conversation had changed before, in milliseconds.
    func restore(_ part: AnyObject, to state: Int64) {
        guard let conversation = part as? ConversationHead else { return }
        conversation.head -= 1
        changes -= 1
        conversation.changedAt = Timestamp(milliseconds: state)
        guard conversation.head == conversation.cleanHead else { return }
        conversation.isDirty = false
        dirty.removeAll { $0 === conversation }
    }

    /// Changes a membership, in memory and in the table.
    func setPlace(
        _ place: ConversationHead.Place, of user: UserID, in conversation: ConversationHead, leftAt: Timestamp? = nil,
        _ transaction: Transaction
    ) throws {
        transaction.preconditionIsRunning()
        let before = conversation.places[user]
        conversation.setPlace(place, of: user)
        let growth = before == nil ? 1 : 0
        weight += growth
        transaction.onRollback { [self] in
            conversation.setPlace(before, of: user)
            weight -= growth
        }
        if let before, before.differsInReceiptsAlone(from: place) {
            transaction.tellOthers(
                .receipts(
                    conversation.id, user, read: place.read, delivered: place.delivered, changed: place.changed))
        } else {
            transaction.tellOthers(.conversation(conversation.id))
        }
        try ConversationRepository.put(place, of: user, in: conversation.id, leftAt: leftAt, transaction)
    }

    /// Changes a conversation's title, description or picture.
    func setInfo(
        title: String?, about: String, picture: MediaID?, seq: Seq, of conversation: ConversationHead,
        _ transaction: Transaction
    ) throws {
        transaction.preconditionIsRunning()
        let before = (conversation.title, conversation.about, conversation.picture, conversation.infoChanged)
        (conversation.title, conversation.about, conversation.picture) = (title, about, picture)
        conversation.infoChanged = seq
        transaction.onRollback {
            (conversation.title, conversation.about, conversation.picture, conversation.infoChanged) = before
        }
        transaction.tellOthers(.conversation(conversation.id))
        try ConversationRepository.putInfo(conversation.info, transaction)
    }

    func setAI(_ isOn: Bool, seq: Seq, of conversation: ConversationHead, _ transaction: Transaction) throws {
        transaction.preconditionIsRunning()
        let before = (conversation.allowsAI, conversation.infoChanged)
        conversation.allowsAI = isOn
        conversation.infoChanged = seq
        transaction.onRollback { (conversation.allowsAI, conversation.infoChanged) = before }
        transaction.tellOthers(.conversation(conversation.id))
        try ConversationRepository.putAI(isOn, changed: seq, of: conversation.id, transaction)
    }

    /// A user's display name; `nil` if there is no such user.
    func name(of user: UserID, in transaction: Transaction) throws -> String? {
        try face(of: user, in: transaction)?.name
    }

    /// A user's public profile; `nil` if there is no such user.
    func face(of user: UserID, in transaction: Transaction) throws -> PersonFace? {
        transaction.preconditionIsRunning()
        if let face = faces[user] { return face }
        guard let face = try ConversationRepository.face(of: user, in: transaction) else { return nil }
        if faces.count >= ConversationHeads.faceLimit { faces.removeAll(keepingCapacity: true) }
        faces[user] = face
        // The account may be of this very commit.
        transaction.onRollback { [self] in faces[user] = nil }
        return face
    }

    func setFace(_ face: PersonFace, of user: UserID, _ transaction: Transaction) {
        transaction.preconditionIsRunning()
        let before = faces[user]
        faces[user] = face
        transaction.onRollback { [self] in faces[user] = before }
        transaction.tellOthers(.face(user))
    }

    /// The users whom a user has blocked.
    func blocked(by user: UserID, in transaction: Transaction) throws -> Set<UserID> {
        transaction.preconditionIsRunning()
        if let users = blocks[user] { return users }
        let users = try BlockRepository.blocked(by: user, in: transaction)
        if blocks.count >= ConversationHeads.faceLimit { blocks.removeAll(keepingCapacity: true) }
        blocks[user] = users
        // It may have been read with writes of another transaction of this commit.
        transaction.onRollback { [self] in forgetBlocks(by: user) }
        return users
    }

    /// Invalidates the user's cached block list.
    func forgetBlocks(by user: UserID, _ transaction: Transaction) {
        transaction.preconditionIsRunning()
        forgetBlocks(by: user)
        transaction.onRollback { [self] in forgetBlocks(by: user) }
        transaction.tellOthers(.blocks(user))
    }

    private func forgetBlocks(by user: UserID) {
        blocks[user] = nil
        blockVersion += 1
    }

    /// The users who hide receipts.
    func hidingReceipts(in transaction: Transaction) throws -> Set<UserID> {
        transaction.preconditionIsRunning()
        if let hiding { return hiding }
        let users = try AccountRepository.hidingReceipts(in: transaction)
        hiding = users
        transaction.onRollback { [self] in hiding = nil }
        return users
    }

    /// Invalidates the cache of users who hide receipts.
    func forgetHiding(_ transaction: Transaction) {
        transaction.preconditionIsRunning()
        hiding = nil
        transaction.onRollback { [self] in hiding = nil }
        transaction.tellOthers(.hiding)
    }

    /// Writes the heads that this commit moved. Registered as the database's hook before each commit.
    func writeHeads(_ transaction: Transaction) throws {
        transaction.preconditionIsRunning()
        for conversation in dirty {
            try ConversationRepository.putHead(
                conversation.head, changedAt: conversation.changedAt, of: conversation.id, transaction)
            transaction.tellOthers(.head(conversation.id, conversation.head, conversation.changedAt))
            conversation.isDirty = false
        }
        dirty.removeAll(keepingCapacity: true)
    }

    /// Other nodes have written. What they have moved moves here too, and what else they have changed is loaded again when it is needed.
    ///
    /// - Parameter notes: nil if everything may have changed.
    func take(_ notes: [NodeNote]?, in transaction: Transaction) {
        transaction.preconditionIsRunning()
        guard let notes else {
            heads.removeAll(keepingCapacity: true)
            weight = 0
            faces.removeAll(keepingCapacity: true)
            blocks.removeAll(keepingCapacity: true)
            blockVersion += 1
            hiding = nil
            latest = nil
            return
        }
        for note in notes {
            switch note {
            case .head(let id, let seq, let time):
                latest = latest.map { max($0, time) }
                guard let conversation = heads[id] else { continue }
                conversation.head = seq
                conversation.changedAt = time
            case .receipts(let id, let user, let read, let delivered, let changed):
                guard let conversation = heads[id], var place = conversation.places[user] else { continue }
                (place.read, place.delivered, place.changed) = (read, delivered, changed)
                conversation.setPlace(place, of: user)
            case .conversation(let id): if let conversation = heads[id] { forget(conversation) }
            case .face(let user): faces[user] = nil
            case .blocks(let user): forgetBlocks(by: user)
            case .hiding: hiding = nil
            case .sessionEnded, .sessionChanged, .own, .leader: break
            }
        }
    }

    /// The time of a change: now, but never before an earlier change.
    private func monotone(_ now: Timestamp, in transaction: Transaction) throws -> Timestamp {
        let last = try latest ?? ConversationRepository.latestChange(in: transaction)
        let time = max(now, last)
        latest = time
        return time
    }

    private func keep(_ head: ConversationHead) {
        if weight > ConversationHeads.weightLimit {
            heads = heads.filter { $0.value.isDirty }
            weight = heads.values.reduce(0) { $0 + $1.places.count + 1 }
        }
        heads[head.id] = head
        weight += head.places.count + 1
    }

    private func forget(_ head: ConversationHead) {
        guard heads[head.id] === head else { return }
        heads[head.id] = nil
        weight -= head.places.count + 1
    }
}
