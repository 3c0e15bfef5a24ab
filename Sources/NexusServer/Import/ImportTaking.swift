import Crypto
import NexusCore
import NexusDatabase

/// Imports lines within one transaction. A rejected line has changed nothing.
struct ImportTaking {
    let heads: ConversationHeads
    let now: Timestamp
    let transaction: Transaction
    var tally = HistoryImport.Tally()
    private var random = SystemRandomNumberGenerator()
    private var users: [String: UserID] = [:]
    private var conversations: [String: ConversationID] = [:]
    /// The read position of each member of each conversation before messages were added.
    private var heights: [ConversationID: Seq] = [:]

    init(heads: ConversationHeads, now: Timestamp, transaction: Transaction) {
        self.heads = heads
        self.now = now
        self.transaction = transaction
    }

    /// - Throws: `ImportProblem`, `DatabaseError`.
    mutating func take(_ line: ImportLine) throws {
        switch line {
        case .user(let user): try take(user)
        case .conversation(let conversation): try take(conversation)
        case .message(let message): try take(message)
        }
    }

    /// Completely read conversations stay so: imported history is not unread.
    mutating func finish() throws {
        for (id, height) in heights {
            guard let conversation = try heads.conversation(id, in: transaction) else { continue }
            for (user, place) in conversation.places where place.read >= height && !place.hasLeft {
                var place = place
                place.read = conversation.head
                place.delivered = conversation.head
                place.changed = conversation.head
                try heads.setPlace(place, of: user, in: conversation, transaction)
            }
        }
    }

    // MARK: People

    private mutating func take(_ user: ImportLine.ImportedUser) throws {
        let name = try accepted { () throws(TextProblem) in try TextRule.name(TextRule.visible(user.name.normalized)) }
        let email = try user.email.map { email in
            try accepted { () throws(TextProblem) in try TextRule.email(email) }
        }
        if try known(user.id) != nil {
            tally.known += 1
            return
        }
        // A person with an account here is that account, with its own name and password.
        if let email, let account = try AccountRepository.account(email: email, in: transaction) {
            try ImportRepository.note(account.profile.user.id, as: user.id, transaction)
            tally.known += 1
            return
        }
        let id = UserID(at: now, using: &random)
        // RFC 2606 §2: addresses under .invalid belong to no one.
        let made = User(id: id, name: name, email: email ?? "\(id.text)@imported.invalid")
        guard try AccountRepository.insert(made, passwordHash: "", at: now, transaction) else {
            throw ImportProblem("An account for this address exists.")
        }
        try ImportRepository.note(id, as: user.id, transaction)
        users[user.id] = id
        tally.users += 1
    }

    private mutating func known(_ source: String) throws -> UserID? {
        if let id = users[source] { return id }
        let id = try ImportRepository.user(source, in: transaction)
        users[source] = id
        return id
    }

    private mutating func require(_ source: String, _ field: String) throws -> UserID {
        guard let id = try known(source) else {
            throw ImportProblem("The \(field) \"\(source)\" is not defined by an earlier line.")
        }
        return id
    }

    // MARK: Conversations

    private mutating func take(_ conversation: ImportLine.ImportedConversation) throws {
        if try known(conversation: conversation.id) != nil {
            tally.known += 1
            return
        }
        var members: [UserID] = []
        for source in conversation.members {
            let member = try require(source, "member")
            if !members.contains(member) { members.append(member) }
        }
        guard let creator = members.first else { throw ImportProblem("A conversation has at least one member.") }
        guard members.count <= Limits.groupMembers else {
            throw ImportProblem("A conversation has at most \(Limits.groupMembers) members.")
        }
        let id: ConversationID
        var title: String?
        switch conversation.kind {
        case .direct:
            guard members.count == 2 else { throw ImportProblem("A direct conversation has two members.") }
            id = ConversationID.direct(between: members[0], and: members[1])
        case .group:
            id = ConversationID(at: now, using: &random)
            guard let typed = conversation.title else {
                throw ImportProblem("The field \"title\" of a group is missing.")
            }
            title = try accepted { () throws(TextProblem) in try TextRule.title(TextRule.visible(typed.normalized)) }
        }
        if try heads.conversation(id, in: transaction) == nil {
            let context = OperationContext(
                id: OperationID(at: now, using: &random), user: creator, now: now, heads: heads,
                projections: Projections([]), transaction: transaction)
            switch conversation.kind {
            case .direct: _ = try ConversationService.createDirect(id, with: members[1], context)
            case .group: _ = try ConversationService.createGroup(id, title: title ?? "", members: members, context)
            }
            tally.conversations += 1
        } else {
            tally.known += 1
        }
        try ImportRepository.note(id, as: conversation.id, transaction)
        conversations[conversation.id] = id
    }

    private mutating func known(conversation source: String) throws -> ConversationID? {
        if let id = conversations[source] { return id }
        let id = try ImportRepository.conversation(source, in: transaction)
        conversations[source] = id
        return id
    }

    // MARK: Messages

    private mutating func take(_ message: ImportLine.ImportedMessage) throws {
        let text = try accepted { () throws(TextProblem) in try TextRule.message(message.text) }
        guard message.writtenAt.milliseconds >= 0, message.writtenAt <= now else {
            throw ImportProblem("The message was written before 1970 or after now.")
        }
        let sender = try require(message.sender, "sender")
        guard let id = try known(conversation: message.conversation),
            let conversation = try heads.conversation(id, in: transaction)
        else {
            throw ImportProblem(
                "The conversation \"\(message.conversation)\" is not defined by an earlier line.")
        }
        guard conversation.places[sender] != nil else {
            throw ImportProblem(
                "The sender \"\(message.sender)\" is not a member of the conversation \"\(message.conversation)\".")
        }
        let height = conversation.head
        let post = Post(text: text, writtenAt: message.writtenAt)
        let made = post.message(
            ImportRepository.message(message.id, in: id, writtenAt: message.writtenAt), in: id, at: height + 1,
            by: sender,
            writtenAt: message.writtenAt)
        guard try MessageRepository.insert(made, at: now, transaction) else {
            tally.known += 1
            return
        }
        if heights[id] == nil { heights[id] = height }
        _ = try heads.advance(conversation, at: now, in: transaction)
        tally.messages += 1
    }

    private func accepted(_ read: () throws(TextProblem) -> String) throws -> String {
        do { return try read() } catch { throw ImportProblem(error.message) }
    }
}
