import NexusCore
import NexusDatabase

/// Personal settings: changes of a user's own stream, sent to their own sessions alone.
enum UserSettingsService {
    /// Rows of one kind in one answer to `own`, at most.
    static let rowsPerAnswer = 200

    /// The changes after a cursor.
    static func changes(of user: UserID, after: Seq, in reader: Reader) throws -> UserSettingsChanges {
        let (head, profileChanged) = try UserSettingsRepository.head(of: user, in: reader)
        var changes = UserSettingsChanges(after: after, cursor: min(after, head), head: head)
        guard after < head else { return changes }
        changes.cursor = head
        let limit = rowsPerAnswer
        changes.settings = try UserSettingsRepository.settings(for: user, after: after, limit: limit + 1, in: reader)
        changes.relations = try UserSettingsRepository.relations(of: user, after: after, limit: limit + 1, in: reader)
        // Each change touches one row, so that an answer may end at any of them.
        if changes.settings.count > limit { changes.cursor = changes.settings[limit - 1].changed }
        if changes.relations.count > limit {
            changes.cursor = min(changes.cursor, changes.relations[limit - 1].changed)
        }
        changes.settings.removeAll { $0.changed > changes.cursor }
        changes.relations.removeAll { $0.changed > changes.cursor }
        if profileChanged > after { changes.profile = try AccountRepository.profile(of: user, in: reader) }
        return changes
    }

    /// Changes a user's settings of one of their conversations.
    static func update(
        _ change: SettingsChange, of id: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        let conversation = try context.conversation(id)
        var change = change
        do {
            change.draft = try change.draft.map { draft throws(TextProblem) in try TextRule.draft(draft) }
        } catch {
            throw Refusal(error)
        }
        change.archivedThrough = change.archivedThrough.map { min($0, conversation.head) }
        change.clearedThrough = change.clearedThrough.map { min($0, conversation.head) }
        change.hidden = change.hidden.filter { (1...max(1, conversation.head)).contains($0) }
        let before =
            try UserSettingsRepository.settings(of: id, for: context.user, in: context.transaction)
            ?? ConversationSettings(conversation: id)
        var settings = before.applying(change)
        guard settings != before else { return Applied(acknowledgement: context.acknowledged(0)) }
        guard settings.hidden.count <= Limits.hiddenMessages else { throw Refusal.tooManyHidden }
        let seq = try UserSettingsRepository.advance(context.user, context.transaction)
        settings.changed = seq
        try UserSettingsRepository.put(settings, for: context.user, context.transaction)
        return context.applied(UserSettingsChanges(after: seq - 1, cursor: seq, head: seq, settings: [settings]))
    }

    /// Changes a user's relation to another: favourite or blocked.
    static func update(
        _ change: RelationChange, to other: UserID, _ context: OperationContext
    ) throws -> Applied {
        guard other != context.user else { throw Refusal(.invalidRequest, "That is you.") }
        guard let name = try context.heads.name(of: other, in: context.transaction) else { throw Refusal.unknownPerson }
        let before =
            try UserSettingsRepository.relation(of: context.user, to: other, in: context.transaction)
            ?? Relation(user: other, name: name)
        var relation = before.applying(change)
        guard relation != before else { return Applied(acknowledgement: context.acknowledged(0)) }
        let seq = try UserSettingsRepository.advance(context.user, context.transaction)
        relation.changed = seq
        try UserSettingsRepository.put(relation, of: context.user, context.transaction)
        var applied = context.applied(
            UserSettingsChanges(after: seq - 1, cursor: seq, head: seq, relations: [relation]))
        if relation.isBlocked != before.isBlocked {
            applied.publications = try BlockService.changed(other, context)
        }
        return applied
    }
}

extension OperationContext {
    /// A success with a change of the user's own stream.
    func applied(_ changes: UserSettingsChanges) -> Applied {
        Applied(acknowledgement: acknowledged(changes.cursor), own: changes)
    }
}
