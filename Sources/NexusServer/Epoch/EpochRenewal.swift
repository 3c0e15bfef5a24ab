import NexusCore

/// The reason why a database begins a new epoch.
enum EpochRenewal: Equatable, Sendable {
    /// It never had one: it is new, or from a version without epochs.
    case first
    /// There is no mark: the file was copied from elsewhere.
    case markMissing
    case markDamaged
    /// Its file has another inode than the mark: a copy replaced it.
    case fileReplaced
    /// Its epoch differs from the mark's.
    case otherEpoch
    /// It is behind the mark: it was restored in place, or has lost the end of its log.
    case behind(by: Int64)
    /// An administrator requested it.
    case asked

    /// A clause for the log and for the database's own row.
    var reason: String {
        switch self {
        case .first: "it had none"
        case .markMissing: "the mark beside it is missing, so it may have been restored from a backup"
        case .markDamaged: "the mark beside it cannot be read, so it may have been restored from a backup"
        case .fileReplaced: "its file has been replaced"
        case .otherEpoch: "the mark beside it is of another epoch"
        case .behind(let changes): "it ends \(changes) changes before the mark beside it"
        case .asked: "an administrator requested it"
        }
    }

    /// The reason why a database must begin a new epoch; `nil` if it continues. In doubt it begins one: fetching again
    /// costs time, while a wrongly kept epoch costs messages.
    ///
    /// - Parameters:
    ///   - epoch: the one in the database.
    ///   - file: the inode of its file.
    ///   - changes: the number of changes of its conversations.
    ///   - isFirst: false if other nodes have the database open: they know what this one's mark cannot tell, unless it is ahead.
    static func judged(
        _ content: MarkFile.Content, epoch: EpochID?, file: UInt64, changes: Int64, isFirst: Bool = true
    ) -> EpochRenewal? {
        guard let epoch else { return .first }
        guard isFirst else {
            guard case .mark(let mark) = content, mark.epoch == epoch, mark.changes > changes else { return nil }
            return .behind(by: mark.changes - changes)
        }
        switch content {
        case .missing: return .markMissing
        case .damaged: return .markDamaged
        case .mark(let mark):
            if mark.epoch != epoch { return .otherEpoch }
            if mark.changes > changes { return .behind(by: mark.changes - changes) }
            return mark.file == file ? nil : .fileReplaced
        }
    }
}
