import Foundation
import NexusCore
import NexusTestSupport

@testable import NexusServer

/// A real server on a data folder of its own, with Ada and Ben in a conversation, and a folder for backups beside it.
struct BackedServer: Sendable {
    let data: String
    /// The folder of the set; missing at first.
    let set: String
    let ada: SignedIn
    let ben: SignedIn
    let talk: ConversationID
    private let server: TestServer
    private let running: RunningServer

    static func with<T: Sendable>(
        configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: @Sendable (BackedServer) async throws -> T
    ) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-backup-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(folder)/data", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try await TestServer(
            data: "\(folder)/data/nexus.sqlite",
            settings: {
                $0.media.folder = "\(folder)/data/media"
                $0.transport.shutdownTimeout = .milliseconds(100)
                configure(&$0)
            })
        let result: Result<T, any Error>
        do {
            let running = RunningServer(port: server.port, clock: TestClock())
            let (ada, ben) = try await (running.signUp("Ada"), running.signUp("Ben"))
            let talk = ConversationID.direct(between: ada.profile.user.id, and: ben.profile.user.id)
            let scene = BackedServer(
                data: "\(folder)/data", set: "\(folder)/set", ada: ada, ben: ben, talk: talk, server: server,
                running: running)
            try await scene.apply(.createDirect(talk, with: ben.profile.user.id), by: ada)
            result = .success(try await body(scene))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }

    /// Stops the server; what it wrote stays.
    func stop() async { await server.stop() }

    var source: BackupSource { BackupSource(folder: data) }
    /// A data folder that does not exist yet.
    var target: String { data + "-restored" }
    var time: Timestamp { running.clock.now }
    var port: Int { running.port }

    func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> RunningServer.Answer {
        try await running.ask(method, path, body, token: ada.accessToken)
    }

    @discardableResult
    func apply(_ kind: NexusCore.Operation.Kind, by person: SignedIn) async throws -> OperationID {
        let id: OperationID = TestMedia.identifier()
        let answer = try await running.apply(
            NexusCore.Operation(id: id, kind: kind), token: person.accessToken)
        guard answer.status == 200 else { throw Missing() }
        return id
    }

    @discardableResult
    func post(_ text: String) async throws -> MessageID {
        try await apply(.post(talk, text: text, writtenAt: time), by: ada).retyped()
    }

    /// Uploads a text of ASCII and posts a message that carries it.
    ///
    /// - Returns: the path of its content, relative to the data folder.
    @discardableResult
    func share(_ content: String) async throws -> String {
        let id: MediaID = TestMedia.identifier()
        let bytes = Array(content.utf8)
        let begin = UploadRequest(id: id, name: "notes.txt", bytes: Int64(bytes.count), type: "text/plain")
        _ = try await ask("POST", "/v1/media", String(decoding: begin.json, as: UTF8.self))
        var offset = 0
        while offset < bytes.count {
            let part = bytes[offset..<min(bytes.count, offset + 1_000_000)]
            let path = "/v1/media/\(id)/upload?offset=\(offset)"
            guard try await ask("PATCH", path, String(decoding: part, as: UTF8.self)).status == 200 else {
                throw Missing()
            }
            offset = part.endIndex
        }
        let media = try Media.decode(try await ask("POST", "/v1/media/\(id)/finish", "{}").body)
        let attachment = Attachment(media: id, kind: .file, name: media.name, type: media.type, bytes: media.bytes)
        try await apply(.post(talk, Post(text: "", writtenAt: time, attachments: [attachment])), by: ada)
        let hash = BackupFiles.digest(of: bytes).text
        return "media/blobs/\(hash.prefix(2))/\(hash)"
    }

    /// The same file in the data folder.
    func file(_ path: String) -> String { "\(data)/\(path)" }

    /// A new key in a file beside the data.
    func key(_ name: String = "key") throws -> BackupKey {
        try BackupKey.create(at: "\(data)-\(name)")
        return try BackupKey(file: "\(data)-\(name)")
    }

    // MARK: The set

    @discardableResult
    func backUp(
        key: BackupKey? = nil, keeping retention: BackupRetention = BackupRetention(), after days: Int64 = 0,
        step: @escaping () throws -> Void = {}
    ) throws -> BackupReport {
        try Backups(set, key: key).make(
            from: source, keeping: retention, at: time.advanced(by: days * 86_400_000), step: step)
    }

    /// The files of the set, relative to it, in order.
    func filesOfSet() -> [String] {
        let names = FileManager.default.enumerator(atPath: set)?.compactMap { $0 as? String } ?? []
        return names.filter { BackupFiles.size(of: "\(set)/\($0)") != nil }.sorted()
    }

    /// Flips a bit in the middle of a file of the set.
    func damage(_ file: String) throws {
        let url = URL(fileURLWithPath: "\(set)/\(file)")
        var bytes = try Data(contentsOf: url)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: url)
    }
}
