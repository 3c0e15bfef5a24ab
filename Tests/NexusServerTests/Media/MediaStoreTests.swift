import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Media in an object store", .enabled(if: ObjectStore.isInstalled, ObjectStore.missing))
struct MediaStoreTests {
    private static let day = Limits.unusedMediaMilliseconds

    private static func store(
        _ client: S3Client, _ prefix: String
    ) -> (MediaFolder, MediaThreads) throws -> (any MediaStore)? {
        { folder, threads in
            guard let address = S3Address("s3://\(client.bucket)/\(prefix)") else { throw Missing() }
            return S3MediaStore(
                client, at: address, folder: folder, threads: threads,
                logger: Logger(label: "test.media"))
        }
    }

    private func keys(_ client: S3Client, _ prefix: String) async throws -> [String] {
        var keys: [String] = []
        try await client.list(prefix: prefix) { keys += $0.map(\.key) }
        return keys
    }

    @Test(
        "serves what was uploaded, in every size and range, keeps nothing in the folder, and deletes what nobody uses")
    func whole() async throws {
        let client = try await ObjectStore.shared().client()
        let prefix = ObjectStore.prefix()
        try await TestMedia.with(store: Self.store(client, prefix)) { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let talk = try await media.direct(ann, bob)
            let content = TestMedia.noise(300_000)
            let sent = try await media.upload(content, by: ann)
            try await media.post([sent], in: talk, by: ann)
            #expect(try await media.bytes(sent.id, by: bob) == content)
            let served = try await media.service.serve(sent.id, preview: nil, to: bob)
            var part: [UInt8] = []
            try await media.service.open(served, 1_000..<2_000).write { part += Array(buffer: $0) }
            #expect(part == Array(content[1_000..<2_000]))
            let picture = try await media.upload(TestPictures.png(width: 400, height: 300), type: "image/png", by: ann)
            for side in Limits.previewSides + Limits.pictureSides {
                // Twice: made, and then remembered.
                let first = try await media.bytes(picture.id, preview: side, by: ann)
                #expect(!first.isEmpty)
                #expect(try await media.bytes(picture.id, preview: side, by: ann) == first)
            }
            #expect(media.files(in: "incoming").isEmpty)
            #expect(media.files(in: "blobs").isEmpty)
            #expect(try await keys(client, prefix).count == 2 + Limits.previewSides.count + Limits.pictureSides.count)
            // The same content again is the same object.
            _ = try await media.upload(content, by: bob)
            #expect(try await keys(client, prefix).count == 2 + Limits.previewSides.count + Limits.pictureSides.count)
            media.clock.advance(by: Self.day)
            #expect(try await media.service.collect() == 2)
            #expect(try await keys(client, prefix) == ["\(prefix)/blobs/\(MediaObject(hash(content)).path)"])
        }
    }

    private func hash(_ bytes: [UInt8]) -> ContentHash { BackupFiles.digest(of: bytes) }

    @Test("while the store is down uploads are kept and health says so; nothing is lost when it comes back")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-store-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await ObjectStore.seaweed(folder: folder)
        let client = try store.client(retry: .never)
        try await TestMedia.with(store: Self.store(client, "down")) { media in
            let ann = try await media.person("Ann")
            let early = try await media.upload(TestMedia.noise(1_000), by: ann)
            let content = TestMedia.noise(200_000)
            let id = try await media.begin(content, by: ann)
            _ = try await media.service.append(Array(content[..<100_000]), at: 0, to: id, by: ann)
            store.kill()
            try await eventually("the store is gone") {
                do { _ = try await client.head("key") } catch { return true }
                return false
            }
            // Parts are still taken.
            _ = try await media.service.append(Array(content[100_000...]), at: 100_000, to: id, by: ann)
            #expect(try await refusal { _ = try await media.service.finish(id, by: ann) } == .unavailable)
            #expect(try await refusal { _ = try await media.bytes(early.id, by: ann) } == .unavailable)
            #expect(try await media.service.state(of: id, by: ann).offset == 200_000)
            let again = try await ObjectStore.seaweed(folder: folder, port: store.port)
            #expect(again.port == store.port)
            #expect(try await media.service.finish(id, by: ann).bytes == 200_000)
            #expect(try await media.bytes(id, by: ann) == content)
            #expect(try await media.bytes(early.id, by: ann) == TestMedia.noise(1_000))
        }
    }

    @Test("a store that is killed within a file leaves no half of it")
    func killedWithin() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-store-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try await ObjectStore.seaweed(folder: folder)
        let client = try store.client(retry: .never)
        let content = TestMedia.noise(20 << 20)
        let digest = S3Encoding.digest(content)
        let broken = S3Source(bytes: Int64(content.count)) { offset, count in
            if offset >= 12 << 20 { store.kill() }
            return Array(content[Int(offset)..<min(content.count, Int(offset) + count)])
        }
        await #expect(throws: S3Problem.self) {
            try await client.put(broken, to: "large", digest: digest, parts: S3Parts(single: 1 << 20, part: 5 << 20))
        }
        let again = try await ObjectStore.seaweed(folder: folder, port: store.port)
        #expect(try await again.client().head("large") == nil)
        let whole = S3Source(bytes: Int64(content.count)) { offset, count in
            Array(content[Int(offset)..<min(content.count, Int(offset) + count)])
        }
        try await client.put(whole, to: "large", digest: digest, parts: S3Parts(single: 1 << 20, part: 5 << 20))
        #expect(try await client.head("large")?.digest == digest)
    }

    @Test("health follows the store: degraded with a reason while it refuses, fine again afterwards")
    func health() async throws {
        let store = ScriptedStore(.answer(403, "<Error><Code>InvalidAccessKeyId</Code></Error>"), .answer(200, page))
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The first rest ends when the test says so, the second never.
        let (rests, pause) = AsyncStream.makeStream(of: Void.self)
        let address = try #require(S3Address("s3://media/p"))
        let media = S3MediaStore(
            store.client, at: address, folder: try MediaFolder(folder), threads: MediaThreads(.singleton),
            sleep: { _ in
                for await _ in rests {}
                if store.requests.count > 1 { try await Task.sleep(for: .seconds(3_600)) }
            }, logger: Logger(label: "test.media"))
        #expect(media.health?.state == .ok)
        let watching = Task { await media.watch() }
        try await eventually("it is degraded") { media.health?.state == .degraded }
        #expect(media.health?.reason?.contains("access key") == true)
        pause.finish()
        try await eventually("it is fine") { media.health?.state == .ok }
        watching.cancel()
        await watching.value
    }

    private var page: String { "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>" }

    @Test("a content that the store does not delete is tried again")
    func notDeleted() async throws {
        let gone = ScriptedStore.Step.answer(204)
        let missing = ScriptedStore.Step.answer(404)
        let store = ScriptedStore(
            missing, .answer(200), .answer(403), gone, gone, gone, gone, gone)
        try await TestMedia.with(store: Self.store(store.client, "p")) { media in
            let ann = try await media.person("Ann")
            _ = try await media.upload([1, 2, 3], by: ann)
            media.clock.advance(by: Self.day)
            #expect(try await media.service.collect() == 1)
            #expect(store.requests.map(\.method) == [.HEAD, .PUT, .DELETE])
            let orphans = { try await media.database.read { try MediaRepository.orphans(limit: 9, in: $0) } }
            #expect(try await orphans().count == 1)
            #expect(try await media.service.collect() == 0)
            #expect(try await orphans().isEmpty)
        }
    }

    @Test("a file that the store has lost does not exist for clients")
    func lost() async throws {
        let store = ScriptedStore(.answer(404), .answer(200), .answer(404), .answer(404))
        try await TestMedia.with(store: Self.store(store.client, "p")) { media in
            let ann = try await media.person("Ann")
            let sent = try await media.upload([1, 2, 3], by: ann)
            #expect(try await refusal { _ = try await media.bytes(sent.id, by: ann) } == .mediaGone)
        }
    }

    @Test("a full store refuses uploads as full, and the upload stays")
    func full() async throws {
        let store = ScriptedStore(.answer(404), .answer(507))
        try await TestMedia.with(store: Self.store(store.client, "p")) { media in
            let ann = try await media.person("Ann")
            let id = try await media.begin([1], by: ann)
            _ = try await media.service.append([1], at: 0, to: id, by: ann)
            #expect(try await refusal { _ = try await media.service.finish(id, by: ann) } == .storageFull)
            #expect(try await media.service.state(of: id, by: ann).offset == 1)
        }
    }

    // MARK: Over HTTP

    /// A server with its files in the store, and a user who uploaded a text.
    private func serve(
        redirects: Bool, _ body: @escaping @Sendable (RunningServer, SignedIn, MediaID) async throws -> Void
    ) async throws {
        let store = try await ObjectStore.shared()
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let address = try #require(S3Address("s3://\(store.bucket)/\(ObjectStore.prefix())"))
        try await RunningServer.serve {
            $0.media.folder = path
            $0.media.store = S3Place(store.settings, address)
            $0.media.redirects = redirects
            // The store takes no request that was signed at another time.
            $0.now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
        } _: { server in
            let ann = try await server.signUp("Ann")
            let id: MediaID = TestMedia.identifier()
            let request = UploadRequest(id: id, name: "notes.html", bytes: 10, type: "text/html")
            _ = try await server.ask(
                "POST", "/v1/media", String(decoding: request.json, as: UTF8.self), token: ann.accessToken)
            _ = try await server.ask("PATCH", "/v1/media/\(id)/upload?offset=0", "0123456789", token: ann.accessToken)
            #expect(try await server.ask("POST", "/v1/media/\(id)/finish", "{}", token: ann.accessToken).status == 200)
            try await body(server, ann, id)
        }
    }

    @Test("ranges and validators work as with a folder, and no redirect is made unless the operator allows it")
    func proxied() async throws {
        try await serve(redirects: false) { server, ann, id in
            let whole = try await server.ask("GET", "/v1/media/\(id)?redirect=true", token: ann.accessToken)
            #expect(whole.status == 200)
            #expect(whole.body == "0123456789")
            let part = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken, headers: [("Range", "bytes=2-4")])
            #expect(part.status == 206)
            #expect(part.body == "234")
            let health = try await server.ask("GET", "/health", token: ann.accessToken)
            #expect(health.body.contains("{\"name\":\"media\",\"state\":\"ok\"}"))
        }
    }

    @Test("a program that asks for it is sent to the store, for a whole file, a minute and as a download")
    func redirected() async throws {
        try await serve(redirects: true) { server, ann, id in
            #expect(try await server.ask("GET", "/v1/media/\(id)", token: ann.accessToken).status == 200)
            let sent = try await server.ask("GET", "/v1/media/\(id)?redirect=true", token: ann.accessToken)
            #expect(sent.status == 307)
            #expect(sent.headers["cache-control"] == "no-store")
            #expect(sent.headers["referrer-policy"] == "no-referrer")
            let address = try #require(sent.headers["location"])
            #expect(address.contains("X-Amz-Expires=60&"))
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(30))
            #expect(String(buffer: try await response.body.collect(upTo: 100)) == "0123456789")
            #expect(response.headers.first(name: "content-type") == "application/octet-stream")
            #expect(
                response.headers.first(name: "content-disposition")?.hasPrefix("attachment; filename=\"notes.html\"")
                    == true)
            // Others are told that it does not exist.
            let ben = try await server.signUp("Ben")
            let refused = try await server.ask("GET", "/v1/media/\(id)?redirect=true", token: ben.accessToken)
            #expect(refused.refusal?.code == .mediaGone)
        }
    }
}
