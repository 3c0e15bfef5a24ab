import Crypto
import Foundation
import ImageShim
import Logging
import NIOCore
import NexusCore
import Synchronization

/// Contents in an object store. Uploads in progress, and files that are worked on, stay in the folder.
final class S3MediaStore: MediaStore {
    /// Previews whose sizes are remembered.
    private static let sizes = 20_000
    /// Seconds that a redirect's address can be used.
    static let addressSeconds = 60

    private let client: S3Client
    private let address: S3Address
    private let folder: MediaFolder
    private let threads: any MediaWorkers
    /// Waits that many milliseconds; throws when the server stops.
    private let sleep: @Sendable (Int64) async throws -> Void
    private let logger: Logger
    private struct State {
        /// What the last request failed for; nil after one that succeeded.
        var problem: S3Problem?
        var sizes: [MediaObject: Int64] = [:]
    }
    private let state = Mutex(State())

    /// - Parameter folder: for files that are worked on.
    init(
        _ client: S3Client, at address: S3Address, folder: MediaFolder, threads: any MediaWorkers,
        sleep: @escaping @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) },
        logger: Logger
    ) {
        self.client = client
        self.address = address
        self.folder = folder
        self.threads = threads
        self.sleep = sleep
        self.logger = logger
    }

    private func key(_ object: MediaObject) -> String { address.key("blobs/\(object.path)") }

    // MARK: Objects

    func store(_ file: String, as object: MediaObject, digest: ContentHash?) async throws {
        try await asking {
            let (bytes, found) = try await threads.run {
                (try MediaFolder.size(of: file), try digest ?? MediaFolder.hash(of: file))
            }
            guard let found else { throw Refusal.mediaGone }
            if let held = try await client.head(key(object)), held.bytes == bytes, held.digest == found.text { return }
            let source = S3Source(bytes: bytes) { [threads] offset, count in
                try await threads.run { try MediaFolder.read(file, from: offset, count: count) }
            }
            try await client.put(source, to: key(object), digest: found.text)
        }
    }

    func bytes(of object: MediaObject, recorded: Int64?) async throws -> Int64 {
        if let bytes = recorded ?? state.withLock({ $0.sizes[object] }) { return bytes }
        return try await asking {
            guard let found = try await client.head(key(object)) else { throw missing(object) }
            remember(found.bytes, of: object)
            return found.bytes
        }
    }

    func open(_ object: MediaObject, _ range: Range<Int64>) async throws -> MediaBody {
        guard !range.isEmpty else { return MediaBody { _ in } }
        let download = try await asking {
            do { return try await client.open(key(object), range) } catch let problem as S3Problem
                where problem.code == .missing
            {
                throw missing(object)
            }
        }
        return MediaBody { [self] write in try await asking { try await download.write(to: write) } }
    }

    func requirePicture(_ object: MediaObject, _ watch: DecodingWatch) async throws {
        guard let side = object.side, state.withLock({ $0.sizes[object] }) == nil else { return }
        if let found = try await asking({ try await client.head(key(object)) }) {
            return remember(found.bytes, of: object)
        }
        guard let larger = Limits.previewSides.first(where: { $0 >= side }) else { return }
        let preview = try await asking {
            try await client.read(key(MediaObject(object.hash, preview: larger)), limit: 16 << 20)
        }
        guard let preview else { throw missing(object) }
        let file = "\(folder.path)/incoming/\(object.hash.text).\(side).\(UInt32.random(in: 0...UInt32.max))"
        let source = file + ".source"
        do {
            try await threads.run {
                guard FileManager.default.createFile(atPath: source, contents: Data(preview)) else {
                    throw FileProblem("writing a preview")
                }
                try ImageMaker.preview(source, NEXUS_IMAGE_WEBP, side: side, to: file, watch)
            }
            try await store(file, as: object, digest: nil)
        } catch {
            _ = try? await threads.run { [unlink(source), unlink(file)] }
            throw error
        }
        _ = try await threads.run { [unlink(source), unlink(file)] }
    }

    func remove(_ hash: ContentHash) async throws {
        try await asking {
            for object in MediaObject.all(of: hash) {
                try await client.delete(key(object))
                state.withLock { $0.sizes[object] = nil }
            }
        }
    }

    func address(of object: MediaObject, type: String, disposition: String) -> String? {
        client.presigned(
            key(object),
            answer: [
                ("response-content-type", type), ("response-content-disposition", disposition),
                ("response-cache-control", "private, no-store"),
            ], seconds: S3MediaStore.addressSeconds)
    }

    private func remember(_ bytes: Int64, of object: MediaObject) {
        state.withLock { state in
            if state.sizes.count >= S3MediaStore.sizes { state.sizes.removeAll() }
            state.sizes[object] = bytes
        }
    }

    private func missing(_ object: MediaObject) -> Refusal {
        logger.error(
            "a file that the database names is missing in the store", metadata: ["file": "blobs/\(object.path)"])
        return Refusal.mediaGone
    }

    // MARK: Health

    /// Notes how a request ends, and turns the store's problems into an error for clients.
    ///
    /// - Throws: `Refusal`: `storage_full`, `unavailable`; what `body` throws.
    private func asking<T>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T) async throws
        -> T
    {
        do {
            let value = try await body()
            note(nil)
            return value
        } catch let problem as S3Problem {
            note(problem)
            if problem.code == .full {
                throw Refusal(.storageFull, "The store of files is full. Try again later.", retryAfter: 5_000)
            }
            throw Refusal(.unavailable, "The store of files does not answer. Try again later.", retryAfter: 5_000)
        }
    }

    private func note(_ problem: S3Problem?) {
        let before = state.withLock { state in
            defer { state.problem = problem }
            return state.problem
        }
        guard before?.code != problem?.code else { return }
        if let problem {
            logger.error("the store of files cannot be used", metadata: ["reason": "\(problem)"])
        } else {
            logger.notice("the store of files can be used again")
        }
    }

    var health: HealthPart? {
        state.withLock(\.problem).map { HealthPart("media", .degraded, reason: $0.text) } ?? HealthPart("media", .ok)
    }

    func watch() async {
        while !Task.isCancelled {
            // A failure is noted; the next look may find the store back.
            _ = try? await asking {
                try await client.retrying(.never).page(prefix: address.key("blobs/"), mark: nil, limit: 1)
            }
            guard (try? await sleep(30_000)) != nil else { return }
        }
    }
}
