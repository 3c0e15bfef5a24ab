import NIOCore
import NexusCore

/// Where finished contents are: a folder, or an object store. An object never changes under its name.
protocol MediaStore: Sendable {
    /// Stores a file. Once it returns, the object is durable and complete.
    ///
    /// - Parameter digest: the SHA-256 of the file; nil if it is not known yet.
    func store(_ file: String, as object: MediaObject, digest: ContentHash?) async throws

    /// - Parameter recorded: the object's size as the database has it.
    /// - Throws: if there is no such object.
    func bytes(of object: MediaObject, recorded: Int64?) async throws -> Int64

    /// - Parameter range: within the object.
    /// - Throws: what can be known before the first byte is sent.
    func open(_ object: MediaObject, _ range: Range<Int64>) async throws -> MediaBody

    /// Makes a picture of a user or group from the next larger preview if it is missing.
    ///
    /// - Throws: `Refusal` (`media_damaged`).
    func requirePicture(_ object: MediaObject, _ watch: DecodingWatch) async throws

    /// Removes a content and its previews.
    func remove(_ hash: ContentHash) async throws

    /// An address outside the server that the object can be fetched from for a short time; nil if it is only here.
    ///
    /// - Parameter headers: what the answer there says of its type and its name.
    func address(of object: MediaObject, type: String, disposition: String) -> String?

    /// Its line in `GET /health`; nil if that has others.
    var health: HealthPart? { get }

    /// Keeps ``health`` true until its task is cancelled.
    func watch() async
}

extension MediaStore {
    func address(of object: MediaObject, type: String, disposition: String) -> String? { nil }
    var health: HealthPart? { nil }
    func watch() async {}
}

/// The bytes of a range of an object, in order.
struct MediaBody: Sendable {
    /// Gives them in parts. An error of the receiver ends it.
    let write: @Sendable (_ to: (ByteBuffer) async throws -> Void) async throws -> Void
}

/// Threads for blocking work on files.
protocol MediaWorkers: Sendable {
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T
}

extension MediaThreads: MediaWorkers {}
extension BackgroundThreads: MediaWorkers {}
