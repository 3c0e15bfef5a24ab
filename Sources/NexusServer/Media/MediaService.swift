import NexusCore
import NexusDatabase
import Synchronization

/// Uploads: begun under a client's identifier, sent in parts at an offset, checked and stored by content at the end.
final class MediaService: Sendable {
    private let database: any Database
    private let folder: MediaFolder
    private let threads: MediaThreads
    private let settings: MediaSettings
    private let now: @Sendable () -> Timestamp
    /// Uploads and contents that something is being done to: nothing else may at the same time.
    private let busy = MediaClaims()

    init(
        database: any Database, folder: MediaFolder, threads: MediaThreads, settings: MediaSettings,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.folder = folder
        self.threads = threads
        self.settings = settings
        self.now = now
    }

    // MARK: Uploading

    /// - Throws: `Refusal`: `media_empty`, `media_too_large`, `person_quota`, `server_quota`, `identifier_taken`,
    ///   `upload_mismatch` where the identifier began another upload of the same person.
    func create(_ request: UploadRequest, by user: UserID) async throws -> UploadState {
        guard request.bytes > 0 else { throw Refusal(.mediaEmpty, "The file is empty.") }
        guard request.bytes <= settings.bytesPerUpload else {
            throw Refusal(
                .mediaTooLarge, "The file has \(request.bytes) bytes; at most \(settings.bytesPerUpload) are taken.")
        }
        let hash = request.sha256.flatMap(ContentHash.init(hexadecimal:))
        guard (hash == nil) == (request.sha256 == nil) else {
            throw Refusal(.invalidRequest, "sha256 is 64 hexadecimal digits.")
        }
        let record = MediaRepository.Record(
            id: request.id, owner: user, name: TextRule.fileName(request.name),
            declaredType: String(request.type.prefix(100)), declaredHash: hash, uploadedBytes: request.bytes, type: "",
            bytes: request.bytes, width: 0, height: 0)
        let total = try await database.read { try MediaRepository.bytesInTotal(in: $0) }
        let stored = try await database.write { [settings, now] transaction in
            if let held = try MediaRepository.record(request.id, in: transaction) {
                guard held.owner == user else { throw Refusal.identifierTaken }
                guard held.uploadedBytes == record.uploadedBytes, held.declaredHash == hash else {
                    throw Refusal(.uploadMismatch, "This upload was begun with another size or hash.")
                }
                return held
            }
            guard total + record.bytes <= settings.bytesInTotal else {
                throw Refusal(.serverQuota, "The server keeps no more files: its space for them is used up.")
            }
            guard try MediaRepository.bytes(of: user, in: transaction) + record.bytes <= settings.bytesPerPerson else {
                throw Refusal(
                    .personQuota, "Your files would take more than the \(settings.bytesPerPerson) bytes that you have.")
            }
            try MediaRepository.insert(record, at: now(), transaction)
            return record
        }
        return try await state(stored)
    }

    /// - Throws: `Refusal` (`media_gone`).
    func state(of id: MediaID, by user: UserID) async throws -> UploadState { try await state(own(id, of: user)) }

    /// Adds a part.
    ///
    /// - Throws: `Refusal`: `upload_mismatch` where the part does not begin at the upload's end, or goes past its size.
    func append(_ bytes: [UInt8], at offset: Int64, to id: MediaID, by user: UserID) async throws -> UploadState {
        let record = try await own(id, of: user)
        if record.hash != nil { return try await state(record) }
        return try await busy.holding(.upload(id)) {
            try await threads.run { [folder] in
                let received = try folder.received(id)
                guard offset == received, received + Int64(bytes.count) <= record.uploadedBytes else {
                    throw Refusal(
                        .uploadMismatch,
                        "The upload stands at byte \(received) of \(record.uploadedBytes). Ask where it stands, and go on there."
                    )
                }
                try folder.append(bytes, at: offset, to: id)
                return UploadState(
                    id: id, offset: received + Int64(bytes.count), bytes: record.uploadedBytes, isFinished: false)
            }
        }
    }

    /// Checks what has come, makes what is served of it, and stores that by its content.
    ///
    /// - Throws: `Refusal`: `upload_incomplete`, `upload_mismatch` (the hash), `media_type_mismatch`, `media_damaged`,
    ///   `image_too_large`. What is refused for its content is thrown away.
    func finish(_ id: MediaID, by user: UserID) async throws -> Media {
        let record = try await own(id, of: user)
        if record.hash != nil { return record.media }
        return try await busy.holding(.upload(id)) {
            let made: MediaIntake
            do {
                made = try await threads.run { [folder] in try MediaIntake.take(record, in: folder) }
            } catch let refusal as Refusal where !refusal.code.isTransient && refusal.code != .uploadIncomplete {
                _ = try? await threads.run { [folder] in folder.removeIncoming(id) }
                throw refusal
            }
            return try await busy.holding(.content(made.hash)) {
                var finished = record
                finished.type = made.type.name
                finished.bytes = made.bytes
                (finished.width, finished.height) = (made.width, made.height)
                finished.hash = made.hash
                try await database.write { try MediaRepository.insertBlob(made.hash, bytes: made.bytes, $0) }
                try await threads.run { [folder] in try made.store(in: folder) }
                try await database.write { [finished, now] transaction in
                    guard try MediaRepository.record(id, in: transaction) != nil else { throw Refusal.mediaGone }
                    try MediaRepository.finish(finished, at: now(), transaction)
                }
                _ = try? await threads.run { [folder] in folder.removeIncoming(id) }
                return finished.media
            }
        }
    }

    /// Gives an own upload up. One that a message carries stays.
    func discard(_ id: MediaID, by user: UserID) async throws {
        let wasRemoved = try await database.write { transaction in
            guard let record = try MediaRepository.record(id, in: transaction), record.owner == user,
                try !MediaRepository.isCarried(id, in: transaction)
            else { return false }
            try MediaRepository.delete(id, transaction)
            return true
        }
        if wasRemoved { _ = try? await threads.run { [folder] in folder.removeIncoming(id) } }
    }

    // MARK: Fetching

    /// What may be served, and from which file.
    struct Served: Sendable {
        var record: MediaRepository.Record
        var path: String
        var bytes: Int64
        var type: MediaType
        /// A strong validator (RFC 9110 §8.8.3): the content's hash says all.
        var tag: String
    }

    /// - Parameter side: the preview of a picture in pixels; `nil` for the whole.
    /// - Throws: `Refusal` (`media_gone`) for anybody who may not have it, whether it exists or not.
    func serve(_ id: MediaID, preview side: Int?, to user: UserID) async throws -> Served {
        let found = try await database.read { reader in
            try MediaRepository.readable(id, by: user, in: reader) ?? MediaRepository.shown(id, to: user, in: reader)
        }
        guard let record = found, let hash = record.hash else { throw Refusal.mediaGone }
        let type = MediaType(named: record.type)
        if side != nil, type.imageFormat == nil {
            throw Refusal(.notFound, "Only a picture has previews.")
        }
        let path = folder.blob(hash, preview: side)
        let bytes = try await threads.run { [folder] in
            if let side, Limits.pictureSides.contains(side) { try folder.makePicture(of: hash, side: side) }
            return try MediaFolder.size(of: path)
        }
        return Served(
            record: record, path: path, bytes: bytes, type: side == nil ? type : .webp,
            tag: "\"\(hash.text)\(side.map { "-\($0)" } ?? "")\"")
    }

    /// A part of what is served.
    func read(_ served: Served, from offset: Int64, count: Int) async throws -> [UInt8] {
        try await threads.run { try MediaFolder.read(served.path, from: offset, count: count) }
    }

    // MARK: Collecting

    /// Takes away what nothing has needed for long: media without a message, contents without a medium, and files of
    /// uploads that are no more. Returns how many media went.
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
            // One that is being stored again at this moment is left to the next time.
            try? await busy.holding(.content(hash)) {
                guard try await database.write({ try MediaRepository.deleteOrphan(hash, $0) }) else { return }
                try await threads.run { [folder] in folder.removeBlob(hash) }
            }
        }
        for id in try await threads.run({ [folder] in try folder.allIncoming() }) {
            try? await busy.holding(.upload(id)) {
                let record = try await database.read { try MediaRepository.record(id, in: $0) }
                guard record == nil || record?.hash != nil else { return }
                try await threads.run { [folder] in folder.removeIncoming(id) }
            }
        }
        return count
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
    static let mediaGone = Refusal(.mediaGone, "This file is not there, or you may not have it.")
}

/// Who is at work on what. Taking what is taken is refused for the moment, rather than waited for.
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
