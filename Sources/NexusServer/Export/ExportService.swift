import Logging
import NexusCore
import NexusDatabase

/// Copies of people's data: asked for by them, made in the background, downloaded once, and gone after a day.
struct ExportService: Sendable {
    /// Milliseconds that a copy can be downloaded.
    static let life = Int64(Limits.exportHours) * 3_600_000
    static let day: Int64 = 86_400_000

    let database: any Database
    let folder: ExportFolder
    let media: (any MediaStore)?
    let threads: BackgroundThreads
    let now: @Sendable () -> Timestamp
    let rest: @Sendable () async throws -> Void
    let logger: Logger
    /// Called once there is a copy to make.
    let wake: @Sendable () -> Void

    func state(of user: UserID) async throws -> ExportState {
        let time = now()
        let export = try await database.read { try ExportRepository.export(of: user, in: $0) }
        guard let export else { return ExportState() }
        if let end = export.state.expiresAt, end <= time { return ExportState() }
        return export.state
    }

    /// Begins a copy; one that is being made goes on. A finished one is replaced.
    ///
    /// - Throws: `Refusal`: `rate_limited` after three in 24 hours, `storage_full`, `account_suspended`.
    func make(for user: UserID) async throws -> ExportState {
        let time = now()
        try await threads.run { [folder] in try folder.requireSpace() }
        let state = try await database.write { transaction in
            if try AccountStatus.isSuspended(user, in: transaction) { throw Refusal.accountSuspended }
            if let export = try ExportRepository.export(of: user, in: transaction), export.state.phase == .making {
                return export.state
            }
            let count = try ExportRepository.count(
                of: user, since: time.advanced(by: -ExportService.day), in: transaction)
            guard count < Limits.exportsPerDay else {
                throw Refusal(
                    .rateLimited, "You can make \(Limits.exportsPerDay) copies of your data in 24 hours.",
                    retryAfter: 3_600_000)
            }
            let state = ExportState(.making, id: ExportID(at: time))
            try ExportRepository.put(.init(user: user, state: state, begunAt: time), transaction)
            try AuditLog.append(.exportData, by: user, to: user, note: "", at: time, transaction)
            return state
        }
        wake()
        return state
    }

    /// Deletes the person's copy, or gives it up; a no-op without one.
    func delete(of user: UserID) async throws {
        try await database.write { try ExportRepository.delete(of: user, $0) }
        wake()
    }

    // MARK: Downloading

    /// The file of the person's own finished copy, and its size.
    ///
    /// - Throws: `Refusal` (`not_found`) for any other.
    func file(_ id: ExportID, of user: UserID) async throws -> (path: String, bytes: Int64) {
        let state = try await state(of: user)
        guard state.phase == .ready, state.id == id, let bytes = state.bytes else { throw Refusal.exportGone }
        return (folder.file(id), bytes)
    }

    func read(_ path: String, from offset: Int64, count: Int) async throws -> [UInt8] {
        do {
            return try await threads.run { try MediaFolder.read(path, from: offset, count: count) }
        } catch is FileProblem {
            throw Refusal.exportGone
        }
    }

    /// The last byte has been sent: there is no second download.
    func downloaded(_ id: ExportID, of user: UserID) async throws {
        try await database.write { try ExportRepository.delete(id, of: user, $0) }
        try await threads.run { [folder] in folder.remove(id) }
    }

    // MARK: In the background

    /// Removes what is over, and makes the next copy.
    ///
    /// - Returns: false if there is none.
    func step() async throws -> Bool {
        let time = now()
        try await database.write { try ExportRepository.expire(at: time, $0) }
        try await removeLeftovers()
        guard let export = try await database.read({ try ExportRepository.next(in: $0) }), let id = export.state.id
        else { return false }
        do {
            try await make(export, id)
        } catch is ExportMaker.Unwanted {
            try await database.write { try ExportRepository.delete(id, of: export.user, $0) }
        } catch let error where !(error is CancellationError) && !Task.isCancelled {
            try await fail(export, id, error)
        }
        return true
    }

    /// Removes the files in this node's folder whose copy is over: what a crash, an expiry, a deleted account, or another node left.
    func removeLeftovers() async throws {
        // A copy is known before it has a file.
        let found = try await threads.run { [folder] in try folder.all() }
        let known = try await database.read { try ExportRepository.all(in: $0) }
        try await threads.run { [folder] in for id in found.subtracting(known) { folder.remove(id) } }
    }

    private func make(_ export: ExportRepository.Export, _ id: ExportID) async throws {
        let maker = ExportMaker(
            export: export, database: database, folder: folder, media: media, threads: threads, now: now, rest: rest)
        let bytes = try await maker.make(id) { done, total in
            var moved = export
            moved.state.done = done
            moved.state.total = total
            try await put(moved, if: id)
        }
        try await threads.run { [folder] in try folder.finish(id) }
        var ready = export
        let total = try await state(of: export.user).total
        ready.state = ExportState(
            .ready, id: id, done: total, total: total, bytes: bytes, expiresAt: now().advanced(by: ExportService.life))
        try await put(ready, if: id)
    }

    private func fail(_ export: ExportRepository.Export, _ id: ExportID, _ error: any Error) async throws {
        logger.error("a copy of a person's data could not be made", metadata: ["error": "\(error)"])
        try await threads.run { [folder] in folder.remove(id) }
        var failed = export
        failed.state.phase = .failed
        failed.state.expiresAt = now().advanced(by: ExportService.life)
        failed.state.message = (error as? Refusal)?.message ?? "The server could not make it. Try again later."
        try await put(failed, if: id)
    }

    /// Writes the state, unless the person has deleted that copy.
    private func put(_ export: ExportRepository.Export, if id: ExportID) async throws {
        try await database.write { transaction in
            guard try ExportRepository.export(of: export.user, in: transaction)?.state.id == id,
                try !AccountStatus.isSuspended(export.user, in: transaction)
            else { throw ExportMaker.Unwanted() }
            try ExportRepository.put(export, transaction)
        }
    }
}

extension Refusal {
    static let exportGone = Refusal(
        .notFound, "There is no such copy of your data, or it was downloaded already. Make a new one.")
}
