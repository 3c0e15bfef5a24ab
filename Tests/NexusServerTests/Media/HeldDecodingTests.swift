import Foundation
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("While a picture is decoded", .timeLimit(.minutes(10)))
struct HeldDecodingTests {
    /// A stopped clock that blocks its callers while pictures are held.
    private final class HeldClock: Sendable {
        private let asked = Atomic(0)
        private let isHeld = Mutex(true)

        /// The first call begins the work and is not blocked; the second comes from the work.
        func uptime() -> Int64 {
            if asked.add(1, ordering: .relaxed).newValue == 2 { while isHeld.withLock({ $0 }) { usleep(1_000) } }
            return 0
        }

        var hasBegun: Bool { asked.load(ordering: .relaxed) >= 2 }
        func letGo() { isHeld.withLock { $0 = false } }
    }

    private func serve(
        _ configure: @escaping @Sendable (inout MediaSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningServer, HeldClock) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-held-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let clock = HeldClock()
        try await RunningServer.serve {
            $0.media.folder = path
            $0.media.threads = 1
            $0.media.uptime = { clock.uptime() }
            configure(&$0.media)
        } _: { server in
            defer { clock.letGo() }
            try await body(server, clock)
        }
    }

    /// Uploads everything but the finish request.
    private func begin(_ server: RunningServer, _ bytes: [UInt8], _ type: String, _ token: String) async throws
        -> String
    {
        let id: MediaID = TestMedia.identifier()
        let request = UploadRequest(id: id, name: "file", bytes: Int64(bytes.count), type: type)
        let begun = try await server.ask(
            "POST", "/v1/media", String(decoding: request.json, as: UTF8.self), token: token)
        #expect(begun.status == 200)
        let socket = try await server.connect()
        defer { socket.close() }
        let head = RunningServer.request(
            "PATCH", "/v1/media/\(id)/upload?offset=0", token: token, headers: [("Content-Length", "\(bytes.count)")])
        try await socket.send(Array(head.utf8) + bytes)
        #expect(try RunningServer.Answer(await socket.response()).status == 200)
        return "/v1/media/\(id)"
    }

    private func finish(_ server: RunningServer, _ path: String, _ token: String) async throws -> RunningServer.Answer {
        try await server.ask("POST", path + "/finish", "{}", token: token)
    }

    @Test(
        "other uploads and downloads continue, pictures queue, and one too many is refused with a time to retry")
    func others() async throws {
        try await serve {
            $0.waitingPictures = 1
        } _: { server, clock in
            let ann = try await server.signUp("Ann").accessToken
            let (bob, cem) = (try await server.signUp("Bob").accessToken, try await server.signUp("Cem").accessToken)
            let held = try await begin(server, TestPictures.png(width: 16, height: 8), "image/png", ann)
            async let slow = finish(server, held, ann)
            try await eventually("it is being decoded") { clock.hasBegun }
            let file = try await begin(server, Array("plain".utf8), "text/plain", bob)
            #expect(try await finish(server, file, bob).status == 200)
            #expect(try await server.ask("GET", file, token: bob).body == "plain")
            var pictures: [(String, String)] = []
            for (width, token) in [(17, bob), (18, cem)] {
                let picture = TestPictures.png(width: UInt32(width), height: 8)
                pictures.append((try await begin(server, picture, "image/png", token), token))
            }
            try await withThrowingTaskGroup(of: RunningServer.Answer.self) { [pictures] group in
                for (path, token) in pictures { group.addTask { try await finish(server, path, token) } }
                let refused = try #require(try await group.next())
                #expect(refused.status == 503)
                #expect(refused.refusal?.code == .overloaded)
                #expect(refused.headers["retry-after"] == "5")
                clock.letGo()
                #expect(try await group.next()?.status == 200)
            }
            #expect(try await slow.status == 200)
        }
    }

    @Test("cancelling an upload stops its decoding")
    func givenUp() async throws {
        try await serve { server, clock in
            let ann = try await server.signUp("Ann").accessToken
            let held = try await begin(server, TestPictures.jpeg, "image/jpeg", ann)
            async let slow = finish(server, held, ann)
            try await eventually("it is being decoded") { clock.hasBegun }
            #expect(try await server.ask("DELETE", held, token: ann).status == 200)
            clock.letGo()
            #expect(try await slow.refusal?.code == .mediaGone)
            #expect(try await server.ask("GET", held, token: ann).status == 404)
        }
    }

    @Test("a connection that is dropped stops the decoding, and the upload can be finished again")
    func dropped() async throws {
        try await serve { server, clock in
            let ann = try await server.signUp("Ann").accessToken
            let bob = try await server.signUp("Bob").accessToken
            let held = try await begin(server, TestPictures.jpeg, "image/jpeg", ann)
            let socket = try await server.connect()
            try await socket.send(RunningServer.request("POST", held + "/finish", "{}", token: ann))
            try await eventually("it is being decoded") { clock.hasBegun }
            try await socket.closeNow()
            // The server has one event loop: once it has answered twice it has seen the end of that connection.
            for _ in 0..<2 { #expect(try await server.ask("GET", "/health").status == 200) }
            clock.letGo()
            // Pictures are decoded one at a time: this one is done after the other.
            let next = try await begin(server, TestPictures.png(width: 17, height: 8), "image/png", bob)
            #expect(try await finish(server, next, bob).status == 200)
            let state = try UploadState.decode(try await server.ask("GET", held + "/upload", token: ann).body)
            #expect(!state.isFinished)
            #expect(state.offset == state.bytes)
            try await eventually("the upload is free again") { try await finish(server, held, ann).status == 200 }
        }
    }
}
