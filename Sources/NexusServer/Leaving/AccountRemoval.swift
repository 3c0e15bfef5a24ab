import Logging
import NexusCore
import NexusDatabase

/// Deletes the accounts that are due, in small steps whose position is stored with each: after a restart it goes on where it was.
struct AccountRemoval: Sendable {
    /// Messages in one deletion.
    static let messagesPerStep = 50
    /// Changes of a conversation that one read looks through for messages.
    static let window: Seq = 5_000
    /// Milliseconds that the deletion of the last administrator is put off.
    static let postponement: Int64 = 86_400_000

    let database: any Database
    let gate: OperationGate
    let now: @Sendable () -> Timestamp
    let logger: Logger
    /// Called once a session has ended, so that its socket closes at once.
    let sessionEnded: @Sendable (SessionID) -> Void
    /// Tells the members of a conversation that its insights have changed.
    let insightsChanged: @Sendable (ConversationID, [UserID]) -> Void

    /// Takes one step of one deletion.
    ///
    /// - Returns: false if nothing is due.
    func step() async throws -> Bool {
        let time = now()
        guard let deletion = try await database.read({ try DeletionRepository.next(at: time, in: $0) }) else {
            return false
        }
        switch deletion.stage {
        case .scheduled: try await close(deletion.user, at: time)
        case .leaving: try await leave(deletion, at: time)
        case .messages: try await deleteMessages(deletion, at: time)
        case .belongings: try await deleteBelongings(deletion, at: time)
        }
        return true
    }

    // MARK: Steps

    /// From here on the person cannot come back: in one transaction all ways in, the name and the address are gone.
    private func close(_ user: UserID, at time: Timestamp) async throws {
        let ended: [SessionID]? = try await gate.change { transaction, performer in
            // It may have been cancelled meanwhile.
            guard var deletion = try DeletionRepository.deletion(of: user, in: transaction), deletion.dueAt <= time,
                deletion.stage == .scheduled
            else { return ([], []) }
            guard
                try !AccountStatus.isAdministrator(user, in: transaction)
                    || DeletionRepository.hasOtherAdministrator(than: user, in: transaction)
            else {
                deletion.dueAt = time.advanced(by: AccountRemoval.postponement)
                try DeletionRepository.put(deletion, transaction)
                return (nil, [])
            }
            let context = performer.context(OperationID(at: time), of: user, at: time, transaction)
            try PictureService.release(
                try AccountRepository.profile(of: user, in: transaction)?.user.picture, context)
            let ended = try BelongingsRepository.close(user, at: time, transaction)
            performer.heads.setFace(PersonFace(name: DeletedAccount.name), of: user, transaction)
            performer.heads.forgetHiding(transaction)
            try AuditLog.append(
                .deleteAccount, by: deletion.requestedBy, to: user,
                note: "messages: \(deletion.state.messages.rawValue)", at: time, transaction)
            deletion.stage = .leaving
            try DeletionRepository.put(deletion, transaction)
            return (ended, [])
        }
        guard let ended else {
            return logger.warning(
                "the account of the only administrator is not deleted; appoint another one first",
                metadata: ["user": "\(user.text)"])
        }
        ended.forEach(sessionEnded)
    }

    /// Gives the next conversation the new name, and leaves a group.
    private func leave(_ deletion: DeletionRepository.Deletion, at time: Timestamp) async throws {
        let user = deletion.user
        let told: (ConversationID, [UserID])? = try await gate.change { transaction, performer in
            var deletion = deletion
            guard
                let id = try DeletionRepository.conversation(
                    of: user, after: deletion.conversation, in: transaction)
            else {
                deletion.stage = deletion.deletesMessages ? .messages : .belongings
                deletion.conversation = nil
                try DeletionRepository.put(deletion, transaction)
                return (nil, [])
            }
            deletion.conversation = id
            try DeletionRepository.put(deletion, transaction)
            let context = performer.context(OperationID(at: time), of: user, at: time, transaction)
            guard let conversation = try context.heads.conversation(id, in: transaction) else { return (nil, []) }
            let hasChanged = try BelongingsRepository.unassign(user, in: id, transaction)
            let publications = try AccountRemoval.departure(from: conversation, context)
            return (hasChanged ? (id, conversation.recipients) : nil, publications)
        }
        if let told { insightsChanged(told.0, told.1) }
    }

    private static func departure(
        from conversation: ConversationHead, _ context: OperationContext
    ) throws -> [Publication] {
        if conversation.kind == .group, conversation.place(of: context.user) != nil {
            return try MembershipService.leave(conversation.id, context).publications
        }
        guard !conversation.recipients.isEmpty, var place = conversation.places[context.user] else { return [] }
        // The row of a former member names their messages too. Nobody writes to a direct conversation that one of the two has left.
        let since = conversation.changedAt
        let hasLeft = place.hasLeft
        place.changed = try context.advance(conversation)
        place.hasLeft = true
        try context.heads.setPlace(
            place, of: context.user, in: conversation, leftAt: hasLeft ? nil : since, context.transaction)
        let rows = try context.members([context.user], of: conversation)
        return [
            try context.publication(
                of: Change(conversation: conversation.id, seq: place.changed, members: rows), to: conversation)
        ]
    }

    /// Deletes the next messages of the person, as anyone deletes messages.
    private func deleteMessages(_ deletion: DeletionRepository.Deletion, at time: Timestamp) async throws {
        var next = deletion
        let found = try await database.read { reader -> (DeletionRepository.Deletion, [MessageID]) in
            var next = deletion
            if next.seq == 0 {
                next.conversation = try DeletionRepository.conversation(
                    of: next.user, after: next.conversation, in: reader)
            }
            guard let conversation = next.conversation else {
                next.stage = .belongings
                return (next, [])
            }
            let head = try DeletionRepository.head(of: conversation, in: reader)
            let end = min(head, next.seq + AccountRemoval.window)
            let messages = try DeletionRepository.messages(
                of: next.user, in: conversation, after: next.seq, through: end, limit: AccountRemoval.messagesPerStep,
                reader)
            let isCut = messages.count == AccountRemoval.messagesPerStep
            next.seq = isCut ? messages.last?.seq ?? end : end
            // With 0 the conversation is done.
            if next.seq >= head { next.seq = 0 }
            return (next, messages.map(\.id))
        }
        next = found.0
        try await gate.change { [next] transaction, performer in
            let context = performer.context(OperationID(at: time), of: next.user, at: time, transaction)
            let publications = try next.conversation.map {
                try MessageService.remove(found.1, in: $0, context)
            }
            try DeletionRepository.put(next, transaction)
            return ((), publications ?? [])
        }
    }

    private func deleteBelongings(_ deletion: DeletionRepository.Deletion, at time: Timestamp) async throws {
        let isDone = try await database.write { transaction in
            if try BelongingsRepository.deleteBatch(of: deletion.user, transaction) { return false }
            try DeletionRepository.delete(of: deletion.user, transaction)
            return true
        }
        if isDone { logger.info("an account is deleted", metadata: ["user": "\(deletion.user.text)"]) }
    }
}
