import NexusCore

/// Why a database begins a new epoch.
enum EpochRenewal: Equatable, Sendable {
    /// It never had one: it is new, or was written by a version that knew none.
    case first
    /// Nothing says how far it had come: it was put there from elsewhere.
    case markMissing
    case markDamaged
    /// Its file is another one than was marked: a copy stands in its place.
    case fileReplaced
    /// It is of another epoch than was marked.
    case otherEpoch
    /// It ends before the mark: it was restored in place, or has lost the end of its log.
    case behind(by: Int64)
    /// An administrator asked for it.
    case asked

    /// A clause for the log and for the database's own row.
    var reason: String {
        switch self {
        case .first: "it had none"
        case .markMissing: "the mark beside it is missing, so that it may have been restored from a backup"
        case .markDamaged: "the mark beside it cannot be read, so that it may have been restored from a backup"
        case .fileReplaced: "its file has been replaced"
        case .otherEpoch: "the mark beside it is of another epoch"
        case .behind(let changes): "it ends \(changes) changes before the mark beside it"
        case .asked: "it was asked for"
        }
    }

    /// Why a database must begin a new epoch; `nil` where it goes on where it had stopped. In doubt it begins one: clients fetch
    /// again then what they hold, which costs some time, while an epoch that is kept wrongly costs messages.
    ///
    /// - Parameters:
    ///   - epoch: the one that the database names.
    ///   - file: the number of its file.
    ///   - changes: how many its conversations have had.
    static func judged(_ content: MarkFile.Content, epoch: EpochID?, file: UInt64, changes: Int64) -> EpochRenewal? {
        guard let epoch else { return .first }
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
