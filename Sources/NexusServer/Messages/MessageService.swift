import NexusCore
import NexusDatabase

/// Posting, editing and deleting messages.
enum MessageService {
    /// One statement: the row's identifier is the operation's, so its unique index is the idempotency check.
    static func post(_ post: Post, in id: ConversationID, _ context: OperationContext) throws -> Applied {
        var post = post.forward == nil ? try post.checked() : post
        guard let conversation = try context.conversationIfMember(id) else {
            // A message posted before its author left stays posted.
            return try repeated(context, in: id, otherwise: .conversationGone)
        }
        if !post.attachments.isEmpty || post.forward != nil {
            // Its attachments may be gone since the first post: they are not checked again.
            let posted = try MessageRepository.posting(context.id, by: context.user, in: id, context.transaction)
            if let posted { return Applied(acknowledgement: posted) }
            if let forward = post.forward {
                post = try ForwardService.resolved(forward, of: post, context)
            } else {
                post.attachments = try AttachmentService.resolved(
                    post.attachments, for: context.user, in: context.transaction)
            }
        }
        try require(post.replyTo, in: id, context)
        if let refusal = try BlockCheck.refusal(ofPostingTo: conversation, context) {
            // An earlier post stays posted.
            return try repeated(context, in: id, otherwise: refusal)
        }
        let message = post.message(
            context.id.retyped(), in: id, at: conversation.head + 1, by: context.user,
            writtenAt: post.writingTime(arrivingAt: context.now))
        guard try MessageRepository.insert(message, at: context.now, context.transaction) else {
            return try repeated(context, in: id, otherwise: .identifierTaken)
        }
        try MentionRepository.replace([], by: message, context.transaction)
        for attachment in message.attachments {
            try MediaRepository.link(attachment.media, to: message, context.transaction)
        }
        let seq = try context.advance(conversation)
        return try context.applied(Change(conversation: id, seq: seq, messages: [message]), to: conversation)
    }

    static func edit(
        _ id: MessageID, to text: String, _ mentions: [Mention], in conversation: ConversationID,
        _ context: OperationContext
    ) throws -> Applied {
        let head = try context.conversation(conversation)
        guard var message = try MessageRepository.message(id, in: context.transaction),
            message.conversation == conversation, !message.isDeleted
        else { throw Refusal.messageGone }
        try context.require(.edit(sender: message.sender), in: head)
        guard message.forward == nil else {
            throw Refusal(.forbidden, "A forwarded message cannot be edited. Delete it, or write your own.")
        }
        let accepted = try accepted(text, for: message)
        let mentions = try mentions.accepted(in: text, cutTo: accepted)
        guard message.text != accepted || message.mentions != mentions else {
            return Applied(acknowledgement: context.acknowledged(0))
        }
        let old = message
        try VersionRepository.keep(old, context.transaction)
        message.changed = try context.advance(head)
        message.text = accepted
        message.mentions = mentions
        message.editedAt = context.now
        try MessageRepository.update(message, context.transaction)
        try MentionRepository.replace(old.mentions, by: message, context.transaction)
        try context.projections.messageChanged(from: old, to: message, context.transaction)
        return try context.applied(
            Change(conversation: conversation, seq: message.changed, messages: [message]), to: head)
    }

    /// All or none: one missing or foreign message refuses them all. Tombstones are unchanged.
    static func delete(
        _ ids: [MessageID], in conversation: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        guard ids.count <= Limits.messagesPerDelete else {
            throw Refusal(.invalidRequest, "At most \(Limits.messagesPerDelete) messages are deleted at once.")
        }
        let head = try context.conversation(conversation)
        var messages: [Message] = []
        for id in Set(ids).sorted() {
            guard let message = try MessageRepository.message(id, in: context.transaction),
                message.conversation == conversation
            else { throw Refusal.messageGone }
            try context.require(.delete(sender: message.sender), in: head)
            if !message.isDeleted { messages.append(message) }
        }
        guard !messages.isEmpty else { return Applied(acknowledgement: context.acknowledged(0)) }
        return try context.applied(try tombstones(of: messages, in: head, context), to: head)
    }

    /// Deletes a message for everyone on behalf of an administrator of the server; a no-op if it is deleted.
    static func remove(_ id: MessageID, _ context: OperationContext) throws -> [Publication] {
        guard let message = try MessageRepository.message(id, in: context.transaction), !message.isDeleted,
            let head = try context.heads.conversation(message.conversation, in: context.transaction)
        else { return [] }
        return [try context.publication(of: try tombstones(of: [message], in: head, context), to: head)]
    }

    /// Deletes messages of a conversation for everyone, on behalf of the server; deleted ones and those of other conversations are left out.
    static func remove(
        _ ids: [MessageID], in conversation: ConversationID, _ context: OperationContext
    ) throws -> [Publication] {
        let messages = try ids.compactMap { try MessageRepository.message($0, in: context.transaction) }
            .filter { !$0.isDeleted && $0.conversation == conversation }
        guard !messages.isEmpty,
            let head = try context.heads.conversation(conversation, in: context.transaction)
        else { return [] }
        return [try context.publication(of: try tombstones(of: messages, in: head, context), to: head)]
    }

    private static func tombstones(
        of messages: [Message], in head: ConversationHead, _ context: OperationContext
    ) throws -> Change {
        context.transaction.eraseTraces()
        let seq = try context.advance(head)
        var messages = messages.sorted { $0.seq < $1.seq }
        for position in messages.indices {
            let old = messages[position]
            try MediaRepository.unlink(old, at: context.now, context.transaction)
            try VersionRepository.removeAll(of: old, context.transaction)
            messages[position] = old.deleted(by: seq, at: context.now)
            try MessageRepository.update(messages[position], context.transaction)
            try MentionRepository.replace(old.mentions, by: messages[position], context.transaction)
            try context.projections.messageChanged(from: old, to: messages[position], context.transaction)
        }
        return Change(conversation: head.id, seq: seq, messages: messages)
    }

    /// A reply answers a message of its own conversation, even one deleted meanwhile: the reply is worth keeping.
    private static func require(_ original: MessageID?, in id: ConversationID, _ context: OperationContext) throws {
        guard let original else { return }
        guard try HistoryRepository.position(of: original, in: id, context.transaction) != nil else {
            throw Refusal.messageGone
        }
    }

    /// The success that the message's first post had.
    private static func repeated(
        _ context: OperationContext, in id: ConversationID, otherwise refusal: Refusal
    ) throws -> Applied {
        guard
            let acknowledgement = try MessageRepository.posting(
                context.id, by: context.user, in: id, context.transaction)
        else { throw refusal }
        return Applied(acknowledgement: acknowledgement)
    }

    private static func accepted(_ text: String, for message: Message) throws -> String {
        do {
            return message.attachments.isEmpty ? try TextRule.message(text) : try TextRule.caption(text)
        } catch {
            throw Refusal(error)
        }
    }
}
