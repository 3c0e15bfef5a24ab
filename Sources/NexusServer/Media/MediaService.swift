import Crypto
import NexusCore
import NexusDatabase
import Synchronization

/// Uploads: begun under a client's identifier, sent in parts at an offset, checked and stored by content at the end.
final class MediaService: Sendable {
    private let database: any Database
    /// Uploads in progress, and files that are worked on.
    private let folder: MediaFolder
    /// Finished contents.
    private let store: any MediaStore
    private let threads: MediaThreads
    private let decoding: MediaThreads
    private let slots: DecodingSlots
    private let settings: MediaSettings
    private let now: @Sendable () -> Timestamp
    /// Uploads and contents that something is being done to: nothing else may at the same time.
    private let busy = MediaClaims()
    /// The running decodes, by upload.
    private let watches = Mutex<[MediaID: DecodingWatch]>([:])

    /// - Parameters:
    ///   - store: of finished contents; nil for the same folder.
    ///   - threads: write and read files.
    ///   - decoding: at least as many as pictures are decoded at once.
    init(
        database: any Database, folder: MediaFolder, store: (any MediaStore)? = nil, threads: MediaThreads,
        decoding: MediaThreads, settings: MediaSettings, now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.folder = folder
        self.store = store ?? FolderMediaStore(folder: folder, threads: threads)
        self.threads = threads
        self.decoding = decoding
        slots = DecodingSlots(
            settings.threads, waitingLimit: settings.waitingPictures,
            waitingLimitOfOne: settings.waitingPicturesOfOne)
        self.settings = settings
        self.now = now
    }

    // MARK: Uploading

    /// Begins an upload. It takes no space yet, but one that could not fit is refused at once.
    ///
    /// - Throws: `Refusal`: `media_empty`, `media_too_large`, `person_quota`, `server_quota`, `identifier_taken`, `rate_limited` for too
    ///   many unfinished uploads, `upload_mismatch` if the identifier began another upload of the same user.
    func create(_ request: UploadRequest, by user: UserID) async throws -> UploadState {
        guard request.bytes > 0 else { throw Refusal(.mediaEmpty, "The file is empty.") }
        guard request.bytes <= settings.bytesPerUpload else {
            throw Refusal(
                .mediaTooLarge, "The file has \(request.bytes) bytes; at most \(settings.bytesPerUpload) are accepted.")
        }
        let hash = request.sha256.flatMap(ContentHash.init(hexadecimal:))
        guard (hash == nil) == (request.sha256 == nil) else {
            throw Refusal(.invalidRequest, "sha256 is 64 hexadecimal digits.")
        }
        let record = MediaRepository.Record(
            id: request.id, owner: user, name: TextRule.fileName(request.name.normalized),
            declaredType: String(request.type.prefix(100)), declaredHash: hash, uploadedBytes: request.bytes, type: "",
            bytes: 0, width: 0, height: 0)
        let (stored, silent) = try await database.write { [settings, now] transaction in
            if let held = try MediaRepository.record(request.id, in: transaction) {
                guard held.owner == user else { throw Refusal.identifierTaken }
                guard held.uploadedBytes == record.uploadedBytes, held.declaredHash == hash else {
                    throw Refusal(.uploadMismatch, "This upload was begun with another size or hash.")
                }
                return (held, MediaID?.none)
            }
            try MediaService.requireSpace(for: record.uploadedBytes, of: user, settings, in: transaction)
            let silent = try MediaService.makeRoom(for: user, settings, at: now(), transaction)
            try MediaRepository.insert(record, at: now(), transaction)
            return (record, silent)
        }
        if let silent { _ = try? await threads.run { [folder] in folder.removeIncoming(silent) } }
        return try await state(stored)
    }

    /// - Throws: `Refusal` (`media_gone`).
    func state(of id: MediaID, by user: UserID) async throws -> UploadState { try await state(own(id, of: user)) }

    /// - Throws: `Refusal`: `person_quota`, `server_quota` if these bytes exceed the space.
    private static func requireSpace(
        for bytes: Int64, of user: UserID, _ settings: MediaSettings, in reader: Reader
    ) throws {
        guard try MediaUsageRepository.total(in: reader) + bytes <= settings.bytesInTotal else {
            throw Refusal(.serverQuota, "The server's space for files is used up. Ask its operator for more.")
        }
        guard try MediaUsageRepository.usage(of: user, in: reader).bytes + bytes <= settings.bytesPerPerson else {
            throw Refusal(
                .personQuota, "Your files would exceed your \(settings.bytesPerPerson) bytes. Delete some first.")
        }
    }

    /// If a user has the maximum of unfinished uploads, cancels the longest inactive one.
    ///
    /// - Returns: the cancelled upload.
    /// - Throws: `Refusal` (`rate_limited`) if none has been inactive long enough.
    private static func makeRoom(
        for user: UserID, _ settings: MediaSettings, at now: Timestamp, _ transaction: Transaction
    ) throws -> MediaID? {
        guard try MediaUsageRepository.usage(of: user, in: transaction).uploads >= settings.openUploads else {
            return nil
        }
        let time = now.advanced(by: -Limits.silentUploadMilliseconds)
        guard let silent = try MediaRepository.silentUpload(of: user, since: time, in: transaction) else {
            throw Refusal(
                .rateLimited,
                "You have \(settings.openUploads) unfinished uploads. Finish or cancel one of them first.",
                retryAfter: 30_000)
        }
        try MediaRepository.delete(silent, transaction)
        return silent
    }

    /// Adds a part. Its bytes count from here on.
    ///
    /// - Throws: `Refusal`: `upload_mismatch` if the part does not begin at the upload's end, or exceeds its size;
    ///   `person_quota`, `server_quota`.
    func append(_ bytes: [UInt8], at offset: Int64, to id: MediaID, by user: UserID) async throws -> UploadState {
        let record = try await own(id, of: user)
        if record.hash != nil { return try await state(record) }
        return try await busy.holding(.upload(id)) {
            let received = try await threads.run { [folder] in try folder.received(id) }
            let end = received + Int64(bytes.count)
            guard offset == received, end <= record.uploadedBytes else {
                throw Refusal(
                    .uploadMismatch,
                    "The upload is at byte \(received) of \(record.uploadedBytes). Ask for its offset, and continue there."
                )
            }
            try await database.write { [settings, now] transaction in
                guard let held = try MediaRepository.record(id, in: transaction), held.hash == nil else {
                    throw Refusal.mediaGone
                }
                try MediaService.requireSpace(for: max(0, end - held.bytes), of: user, settings, in: transaction)
                try MediaRepository.setReceived(end, of: held, at: now(), transaction)
            }
            try await threads.run { [folder] in try folder.append(bytes, at: offset, to: id) }
            return UploadState(id: id, offset: end, bytes: record.uploadedBytes, isFinished: false)
        }
    }

    /// Checks a complete upload, makes its served forms, and stores them by content.
    ///
    /// - Throws: `Refusal`: `upload_incomplete`, `upload_mismatch` (the hash), `media_type_mismatch`, `media_damaged`, `image_too_large`,
    ///   `image_too_complex`; `overloaded` and `rate_limited` if too many pictures wait. A refused content is deleted.
    func finish(_ id: MediaID, by user: UserID) async throws -> Media {
        let record = try await own(id, of: user)
        if record.hash != nil { return record.media }
        return try await busy.holding(.upload(id)) {
            let made: MediaIntake
            do {
                made = try await intake(of: record)
            } catch {
                // What was made is removed also where the task is cancelled, since the client has gone.
                let isCancelled = Task.isCancelled
                try await Task { try await giveUp(record, after: error, isCancelled: isCancelled) }.value
                throw error
            }
            return try await busy.holding(.content(made.hash)) {
                var finished = record
                finished.type = made.type.name
                finished.bytes = made.bytes
                (finished.width, finished.height) = (made.width, made.height)
                finished.hash = made.hash
                try await database.write { try MediaRepository.insertBlob(made.hash, bytes: made.bytes, $0) }
                try await made.store(from: folder, in: store)
                try await database.write { [finished, now] transaction in
                    guard let held = try MediaRepository.record(id, in: transaction), held.hash == nil else {
                        throw Refusal.mediaGone
                    }
                    // Another node may have collected it while nothing had it.
                    try MediaRepository.requireBlob(made.hash, in: transaction)
                    try MediaRepository.finish(held, as: finished, at: now(), transaction)
                }
                _ = try? await threads.run { [folder] in folder.removeIncoming(id) }
                return finished.media
            }
        }
    }

    /// The result of an upload; a picture is decoded in its turn.
    private func intake(of record: MediaRepository.Record) async throws -> MediaIntake {
        let id = record.id
        let received = try await threads.run { [folder] in try folder.received(id) }
        guard received == record.uploadedBytes else {
            throw Refusal(
                .uploadIncomplete,
                "The upload is incomplete: \(received) of \(record.uploadedBytes) bytes have arrived.")
        }
        let hash = try await hash(ofUpload: id)
        guard record.declaredHash == nil || record.declaredHash == hash else {
            throw Refusal(.uploadMismatch, "The file arrived damaged: its hash differs. Send it again.")
        }
        let found = try await threads.run { [folder] in try MediaIntake(of: record, hash, in: folder) }
        guard found.type.imageFormat != nil else { return found }
        return try await slots.holding(for: record.owner) {
            // It may have been cancelled while it waited.
            _ = try await own(id, of: record.owner)
            let watch = DecodingWatch(settings.pictureMilliseconds, uptime: settings.uptime)
            watches.withLock { $0[id] = watch }
            defer { watches.withLock { $0[id] = nil } }
            return try await withTaskCancellationHandler {
                try await decoding.run { [folder] in try found.decoded(in: folder, watch) }
            } onCancel: {
                watch.cancel()
            }
        }
    }

    /// Reads a part at a time, so that other files are served in between.
    private func hash(ofUpload id: MediaID) async throws -> ContentHash {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            let path = folder.incoming(id)
            let part = try await threads.run { [offset] in try MediaFolder.read(path, from: offset, count: 1 << 20) }
            if part.isEmpty { break }
            hasher.update(data: part)
            offset += Int64(part.count)
        }
        guard let hash = ContentHash(Array(hasher.finalize())) else { throw Refusal.mediaGone }
        return hash
    }

    /// Deletes the results of an upload, and the upload itself if it can never be accepted.
    ///
    /// - Throws: `Refusal` (`media_gone`) if the upload was cancelled meanwhile.
    private func giveUp(
        _ record: MediaRepository.Record, after error: any Error, isCancelled: Bool
    ) async throws {
        let id = record.id
        let isFinal = (error as? Refusal).map { !$0.code.isTransient && $0.code != .uploadIncomplete } ?? false
        _ = try? await threads.run { [folder] in
            if isFinal { folder.removeIncoming(id) } else { folder.removeWorkfiles(id) }
        }
        guard isFinal else {
            if error is CancellationError, !isCancelled { throw Refusal.mediaGone }
            return
        }
        _ = try? await database.write { [now] transaction in
            guard let held = try MediaRepository.record(id, in: transaction), held.hash == nil else { return }
            try MediaRepository.setReceived(0, of: held, at: now(), transaction)
        }
    }

    /// Gives an own upload up, and ends the work on it. One that a message carries stays.
    func discard(_ id: MediaID, by user: UserID) async throws {
        let wasRemoved = try await database.write { transaction in
            guard let record = try MediaRepository.record(id, in: transaction), record.owner == user,
                try !MediaRepository.isCarried(id, in: transaction)
            else { return false }
            try MediaRepository.delete(id, transaction)
            return true
        }
        guard wasRemoved else { return }
        watches.withLock { $0[id]?.cancel() }
        _ = try? await threads.run { [folder] in folder.removeIncoming(id) }
    }

    // MARK: Fetching

    /// A servable form, and where it is.
    struct Served: Sendable {
        var record: MediaRepository.Record
        var object: MediaObject
        var bytes: Int64
        var type: MediaType
        /// A strong validator (RFC 9110 §8.8.3): the content's hash.
        var tag: String
    }

    /// - Parameter side: the preview of a picture in pixels; `nil` for the whole.
    /// - Throws: `Refusal` (`media_gone`) for callers without access, whether it exists or not.
    func serve(_ id: MediaID, preview side: Int?, to user: UserID) async throws -> Served {
        let found = try await database.read { reader in
            try MediaRepository.readable(id, by: user, in: reader) ?? MediaRepository.shown(id, to: user, in: reader)
        }
        guard let found else { throw Refusal.mediaGone }
        return try await served(found, preview: side)
    }

    /// The team's picture, for people who are not signed in too: a preview, never the upload itself.
    ///
    /// - Parameter side: one of ``Limits/pictureSides``.
    /// - Throws: `Refusal` (`not_found`) without one.
    func serveTeamPicture(preview side: Int) async throws -> Served {
        guard let found = try await database.read({ try MediaRepository.ofTeam(in: $0) }) else {
            throw Refusal(.notFound, "The team has no picture.")
        }
        return try await served(found, preview: side)
    }

    private func served(_ record: MediaRepository.Record, preview side: Int?) async throws -> Served {
        guard let hash = record.hash else { throw Refusal.mediaGone }
        let type = MediaType(named: record.type)
        if side != nil, type.imageFormat == nil {
            throw Refusal(.notFound, "Only a picture has previews.")
        }
        let object = MediaObject(hash, preview: side)
        if let side, Limits.pictureSides.contains(side) {
            let watch = DecodingWatch(settings.pictureMilliseconds, uptime: settings.uptime)
            try await store.requirePicture(object, watch)
        }
        let bytes = try await store.bytes(of: object, recorded: side == nil ? record.bytes : nil)
        return Served(
            record: record, object: object, bytes: bytes, type: side == nil ? type : .webp,
            tag: "\"\(hash.text)\(side.map { "-\($0)" } ?? "")\"")
    }

    /// A range of a served form, to be sent.
    func open(_ served: Served, _ range: Range<Int64>) async throws -> MediaBody {
        try await store.open(served.object, range)
    }

    /// An address outside the server that a whole file can be fetched from for a minute; nil unless the operator allows it
    /// (docs/decisions/0027).
    func address(of served: Served) -> String? {
        guard settings.redirects, served.object.side == nil else { return nil }
        return store.address(
            of: served.object, type: MediaHeaders.type(of: served),
            disposition: MediaHeaders.disposition(served.record.name, isInline: false))
    }

    // MARK: Collecting

    /// Deletes unused data of the database and its store: media without a message, and contents without a medium. One node does it for all.
    ///
    /// - Returns: the number of media.
    @discardableResult
    func collect() async throws -> Int {
        let limit = 200
        var count = 0
        let end = now().advanced(by: -settings.unusedLife)
        while true {
            let unused = try await database.read { try MediaRepository.unused(since: end, limit: limit, in: $0) }
            try await database.write { transaction in
                for id in unused where try !MediaRepository.isCarried(id, in: transaction) {
                    try MediaRepository.delete(id, transaction)
                }
            }
            count += unused.count
            if unused.count < limit { break }
        }
        for hash in try await database.read({ try MediaRepository.orphans(limit: 10_000, in: $0) }) {
            // One that is being stored again is left to the next run.
            try? await busy.holding(.content(hash)) {
                // Marked until its file is gone: a node that stores the same content meanwhile is told to try again.
                guard try await database.write({ try MediaRepository.markOrphan(hash, $0) }) else { return }
                do {
                    try await store.remove(hash)
                } catch {
                    try await database.write { try MediaRepository.keepOrphan(hash, $0) }
                    throw error
                }
                try await database.write { try MediaRepository.deleteOrphan(hash, $0) }
            }
        }
        return count
    }

    /// Deletes files in this node's folder of uploads that are missing or finished: also of those that another node has deleted.
    func collectUploads() async throws {
        for id in try await threads.run({ [folder] in try folder.allIncoming() }) {
            try? await busy.holding(.upload(id)) {
                let record = try await database.read { try MediaRepository.record(id, in: $0) }
                guard record == nil || record?.hash != nil else { return }
                try await threads.run { [folder] in folder.removeIncoming(id) }
            }
        }
    }

    // MARK: Parts

    private func own(_ id: MediaID, of user: UserID) async throws -> MediaRepository.Record {
        guard let record = try await database.read({ try MediaRepository.record(id, in: $0) }), record.owner == user
        else { throw Refusal.mediaGone }
        return record
    }

    private func state(_ record: MediaRepository.Record) async throws -> UploadState {
        let isFinished = record.hash != nil
        let offset =
            isFinished
            ? record.uploadedBytes : try await threads.run { [folder] in try folder.received(record.id) }
        return UploadState(id: record.id, offset: offset, bytes: record.uploadedBytes, isFinished: isFinished)
    }
}

extension Refusal {
    static let mediaGone = Refusal(.mediaGone, "This file does not exist, or you may not open it.")
}

/// Locks of media in progress. A second lock is refused rather than waited for.
private final class MediaClaims: Sendable {
    enum Subject: Hashable {
        case upload(MediaID)
        case content(ContentHash)
    }

    private let held = Mutex<Set<Subject>>([])

    func holding<T>(_ subject: Subject, _ work: () async throws -> T) async throws -> T {
        guard held.withLock({ $0.insert(subject).inserted }) else {
            throw Refusal(.unavailable, "This file is being worked on. Try again in a moment.", retryAfter: 500)
        }
        defer { _ = held.withLock { $0.remove(subject) } }
        return try await work()
    }
}
