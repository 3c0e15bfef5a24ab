import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusIntelligence
import Testing

@testable import NexusServer

/// The client with real stores.
@Suite("An object store", .enabled(if: ObjectStore.isInstalled, ObjectStore.missing))
struct S3StoreTests {
    private func bytes(_ source: [UInt8]) -> S3Source {
        S3Source(bytes: Int64(source.count)) { offset, count in
            Array(source[Int(offset)..<min(source.count, Int(offset) + count)])
        }
    }

    private func exercise(_ client: S3Client) async throws {
        let prefix = ObjectStore.prefix()
        let (small, key) = (Array("content ü".utf8), "\(prefix)/a b+c=ü~.bin")
        #expect(try await client.head(key) == nil)
        #expect(try await client.read(key, limit: 100) == nil)
        try await client.put(small, to: key)
        #expect(try await client.read(key, limit: 100) == small)
        let head = try await client.head(key)
        #expect(head?.bytes == Int64(small.count))
        #expect(head?.digest == S3Encoding.digest(small))
        // A part of it.
        var part: [UInt8] = []
        try await client.open(key, 3..<7).write { part += Array(buffer: $0) }
        #expect(part == Array(small[3..<7]))
        // In parts, of which S3 takes 5 MiB and more.
        let large = TestMedia.noise(11 << 20)
        let digest = S3Encoding.digest(large)
        try await client.put(
            bytes(large), to: "\(prefix)/large", digest: digest, parts: S3Parts(single: 1 << 20, part: 5 << 20))
        var whole: [UInt8] = []
        try await client.open("\(prefix)/large", 0..<Int64(large.count)).write { whole += Array(buffer: $0) }
        #expect(S3Encoding.digest(whole) == digest)
        #expect(try await client.head("\(prefix)/large")?.digest == digest)
        // Within the store, with what is beside it.
        try await client.copy(from: (client.bucket, "\(prefix)/large"), to: "\(prefix)/copy")
        #expect(
            try await client.head("\(prefix)/copy")
                == S3Object(
                    key: "\(prefix)/copy", bytes: Int64(large.count),
                    tag: try await client.head("\(prefix)/copy")?.tag ?? "", digest: digest))
        // In pages.
        for number in 0..<5 { try await client.put([], to: "\(prefix)/list/\(number)") }
        var keys: [String] = []
        var mark: String?
        repeat {
            let page = try await client.page(prefix: "\(prefix)/list/", mark: mark, limit: 2)
            #expect(page.objects.count <= 2)
            keys += page.objects.map(\.key)
            mark = page.next
        } while mark != nil
        #expect(keys == (0..<5).map { "\(prefix)/list/\($0)" })
        var listed: [String] = []
        try await client.list(prefix: "\(prefix)/") { listed += $0.map(\.key) }
        #expect(listed.count == 8)
        #expect(listed.contains(key))
        // Only if it is absent.
        let problem = await #expect(throws: S3Problem.self) { try await client.put([1], to: key, if: .absent) }
        #expect(problem?.code == .precondition)
        #expect(try await client.read(key, limit: 100) == small)
        try await client.put([2], to: "\(prefix)/absent", if: .absent)
        let tag = try #require(try await client.head("\(prefix)/absent")?.tag)
        try await client.put([3], to: "\(prefix)/absent", if: .tag(tag))
        await #expect(throws: S3Problem.self) { try await client.put([4], to: "\(prefix)/absent", if: .tag(tag)) }
        #expect(try await client.read("\(prefix)/absent", limit: 1) == [3])
        // For anyone, for a time.
        let address = client.presigned(
            key, answer: [("response-content-type", "text/plain"), ("response-content-disposition", "attachment")],
            seconds: 60)
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(30))
        #expect(Array(buffer: try await response.body.collect(upTo: 100)) == small)
        #expect(response.headers.first(name: "content-disposition") == "attachment")
        for key in listed { try await client.delete(key) }
        try await client.delete(key)
        #expect(try await client.head(key) == nil)
    }

    @Test("SeaweedFS does everything that the client asks for")
    func seaweed() async throws { try await exercise(try await ObjectStore.shared().client()) }

    @Test("moto does everything that the client asks for")
    func moto() async throws {
        let store = try await ObjectStore.moto()
        try await exercise(try store.client())
    }

    @Test("wrong keys, a bucket that is not there and a wrong clock are told apart")
    func refused() async throws {
        let store = try await ObjectStore.shared()
        func code(_ client: S3Client) async -> S3Problem.Code? {
            do { try await client.put([1], to: "key") } catch { return (error as? S3Problem)?.code }
            return nil
        }
        #expect(await code(try store.client(change: { $0.credentials.secretKey = Secret("wrong") })) == .credentials)
        #expect(await code(try store.client(change: { $0.credentials.accessKey = "UNKNOWN" })) == .credentials)
        let past: @Sendable () -> Timestamp = { ObjectStore.now().advanced(by: -3_600_000) }
        #expect(await code(try store.client(now: past)) == .clock)
        let problem = await #expect(throws: S3Problem.self) {
            try await store.client(bucket: "no-such-bucket").page(prefix: "", mark: nil)
        }
        #expect(problem?.code == .bucket)
    }

    @Test("an address ends in time, and is for one object")
    func presigned() async throws {
        let store = try await ObjectStore.shared()
        let prefix = ObjectStore.prefix()
        let client = try store.client()
        try await client.put([1], to: "\(prefix)/a")
        try await client.put([2], to: "\(prefix)/b")
        let old = try store.client(now: { ObjectStore.now().advanced(by: -61_000) })
        func status(_ address: String) async throws -> Int {
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(30))
            _ = try await response.body.collect(upTo: 64 << 10)
            return Int(response.status.code)
        }
        #expect(try await status(client.presigned("\(prefix)/a", seconds: 60)) == 200)
        #expect(try await status(old.presigned("\(prefix)/a", seconds: 60)) == 403)
        let other = client.presigned("\(prefix)/a", seconds: 60).replacing("/a?", with: "/b?")
        #expect(try await status(other) == 403)
    }

    @Test("a store that nobody runs is unreachable")
    func unreachable() async throws {
        let store = try await ObjectStore.shared()
        let client = try store.client(retry: .never, change: { $0.endpoint = "http://127.0.0.1:1" })
        let problem = await #expect(throws: S3Problem.self) { try await client.head("key") }
        #expect(problem?.code == .unreachable)
    }
}
