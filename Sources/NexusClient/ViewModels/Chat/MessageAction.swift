import NexusCore

/// An action that a menu offers for a message.
public enum MessageAction: Equatable, Sendable, CaseIterable {
    case retry, discard, cancelUpload
    case reply, react, copyText, select, forward, edit, pin, unpin
    case history, details, report
    /// For all members.
    case delete
    case deleteForMe
}

extension ChatHeader {
    /// Whether the user may write here.
    public var mayWrite: Bool { !isGone && !isBlocked && !isOtherDeleted }

    /// The actions for a message, in the order of a menu. A group event has none.
    ///
    /// - Parameter isUploading: whether its attachments are being uploaded.
    public func actions(for row: MessageRow, isUploading: Bool = false) -> [MessageAction] {
        guard row.event == nil else { return [] }
        let isSent = row.seq != nil
        let isThere = isSent && !row.isDeleted
        var actions: [MessageAction] = []
        if row.status == .failed || row.refusal != nil { actions += [.retry, .discard] }
        if isUploading { actions.append(.cancelUpload) }
        if !row.isDeleted, row.status != .failed, mayWrite { actions += [.reply, .react] }
        if !row.isDeleted, !row.text.isEmpty { actions.append(.copyText) }
        if !row.isDeleted { actions.append(.select) }
        if isThere { actions.append(.forward) }
        if isThere, row.isMine, row.forwardedFrom == nil, !isGone { actions.append(.edit) }
        if isThere, may.pin { actions.append(row.pinnedBy == nil ? .pin : .unpin) }
        if isThere, row.editedAt != nil { actions.append(.history) }
        if isSent { actions.append(.details) }
        if isThere, !row.isMine { actions.append(.report) }
        if isSent, mayDelete(row) { actions.append(.delete) }
        if isSent { actions.append(.deleteForMe) }
        return actions
    }

    /// Whether the user may delete a message for everyone: their own, and as an admin of a group anyone's.
    public func mayDelete(_ row: MessageRow) -> Bool {
        !isGone && !row.isDeleted && row.event == nil && (row.isMine || may.deleteOthers)
    }
}
