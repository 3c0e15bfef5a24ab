import Crypto
import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport

@testable import NexusServer

/// The real media service on a database in memory and a folder of its own. The test sets the time.
struct TestMedia: Sendable {
    let clock = TestClock()
    let database: SQLDatabase
    let service: MediaService
    let path: String
    let operations = OperationService(heads: ConversationHeads())

    /// Runs `body` with a service whose folder is deleted afterwards.
    ///
    /// - Parameter store: of finished contents; nil for the folder.
    static func with<T: Sendable>(
        _ configure: (inout MediaSettings) -> Void = { _ in },
        store: (MediaFolder, MediaThreads) throws -> (any MediaStore)? = { _, _ in nil },
        _ body: @Sendable (TestMedia) async throws -> T
    ) async throws -> T {
        var settings = MediaSettings()
        configure(&settings)
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let media = try TestMedia(settings, path, store)
        let result: Result<T, any Error>
        do { result = .success(try await body(media)) } catch { result = .failure(error) }
        try await media.database.close()
        return try result.get()
    }

    private init(
        _ settings: MediaSettings, _ path: String,
        _ store: (MediaFolder, MediaThreads) throws -> (any MediaStore)?
    ) throws {
        self.path = path
        database = try SQLDatabase(
            DatabaseConfiguration(storage: TestDatabase.storage(), execution: .inline), migrations: Schema.migrations)
        database.beforeCommit { [operations] in try operations.heads.writeHeads($0) }
        let (folder, threads) = (try MediaFolder(path), MediaThreads(.singleton))
        service = MediaService(
            database: database, folder: folder, store: try store(folder, threads), threads: threads,
            decoding: MediaThreads(.singleton), settings: settings, now: { [clock] in clock.now })
    }

    static func identifier<Subject>(_: Subject.Type = Subject.self) -> ID<Subject> {
        var random = SystemRandomNumberGenerator()
        return ID(at: Timestamp(milliseconds: 1_700_000_000_000), using: &random)
    }

    func person(_ name: String) async throws -> UserID {
        let user = User(id: TestMedia.identifier(), name: name, email: "\(name.lowercased())@example.org")
        try await database.write { [clock] in
            _ = try AccountRepository.insert(user, passwordHash: "", at: clock.now, $0)
        }
        return user.id
    }

    @discardableResult
    func apply(_ kind: NexusCore.Operation.Kind, by user: UserID, id: OperationID? = nil) async throws -> Applied {
        let operation = NexusCore.Operation(id: id ?? TestMedia.identifier(), kind: kind)
        return try await database.write { [operations, clock] in
            try operations.apply(operation, by: user, in: $0, now: clock.now)
        }
    }

    func direct(_ one: UserID, _ other: UserID) async throws -> ConversationID {
        let id = ConversationID.direct(between: one, and: other)
        try await apply(.createDirect(id, with: other), by: one)
        return id
    }

    /// Posts a message that carries these and returns it as it was published.
    @discardableResult
    func post(
        _ media: [Media], kind: Attachment.Kind = .file, text: String = "", in id: ConversationID, by user: UserID
    ) async throws -> Message {
        let attachments = media.map {
            Attachment(media: $0.id, kind: kind, name: $0.name, type: $0.type, bytes: $0.bytes)
        }
        let post = Post(text: text, writtenAt: clock.now, attachments: attachments)
        let applied = try await apply(.post(id, post), by: user)
        guard let message = applied.publications.first?.change.messages.first else { throw Missing() }
        return message
    }

    // MARK: Uploads

    @discardableResult
    func begin(
        _ bytes: [UInt8], name: String = "file.bin", type: String = "application/octet-stream", by user: UserID
    ) async throws -> MediaID {
        let id: MediaID = TestMedia.identifier()
        _ = try await service.create(
            UploadRequest(id: id, name: name, bytes: Int64(bytes.count), type: type), by: user)
        return id
    }

    /// Uploads everything in one part, and finishes.
    func upload(
        _ bytes: [UInt8], name: String = "file.bin", type: String = "application/octet-stream", by user: UserID
    ) async throws -> Media {
        let id = try await begin(bytes, name: name, type: type, by: user)
        _ = try await service.append(bytes, at: 0, to: id, by: user)
        return try await service.finish(id, by: user)
    }

    /// All bytes served to a user.
    func bytes(_ id: MediaID, preview side: Int? = nil, by user: UserID) async throws -> [UInt8] {
        let served = try await service.serve(id, preview: side, to: user)
        return try await service.bytes(of: served)
    }

    /// Files below the folder.
    func files(in folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(folder)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    static func sha256(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }

    /// Bytes of no known kind.
    static func noise(_ count: Int) -> [UInt8] {
        // A loop over memory: some tests take 20 MB of it, and a closure for each byte takes seconds in a build for tests.
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            var state: UInt64 = 7
            while filled < count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[filled] = UInt8(truncatingIfNeeded: state >> 33)
                filled += 1
            }
        }
    }
}

extension MediaService {
    /// All bytes of a served form.
    func bytes(of served: Served) async throws -> [UInt8] {
        var all: [UInt8] = []
        try await open(served, 0..<served.bytes).write { all += Array(buffer: $0) }
        return all
    }
}

extension [UInt8] {
    /// Whether it contains these bytes in sequence.
    func holds(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
