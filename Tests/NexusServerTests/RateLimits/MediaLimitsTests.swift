import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Rate limits for media", .timeLimit(.minutes(10)))
struct MediaLimitsTests {
    private let ada = UserID(high: 1, low: 1)
    private let bob = UserID(high: 2, low: 2)

    @Test(
        "each user has a burst and a rate, for each kind of request",
        arguments: [
            (MediaLimits.Act.upload, 60, Int64(500)), (.part, 240, 50), (.finish, 30, 1_000), (.download, 600, 50),
        ])
    func rates(act: MediaLimits.Act, count: Int, wait: Int64) {
        let clock = TestClock()
        let limits = MediaLimits(RateLimitSettings()) { clock.now }
        func refusal(_ act: MediaLimits.Act, _ user: UserID) -> Refusal? {
            do {
                try limits.take(act, by: user)
                return nil
            } catch {
                return error
            }
        }
        for number in 0..<count { #expect(refusal(act, ada) == nil, "\(number)") }
        #expect(refusal(act, ada)?.code == .rateLimited)
        #expect(refusal(act, ada)?.retryAfter == wait)
        #expect(refusal(act, bob) == nil)
        for other in MediaLimits.Act.allCases where other != act { #expect(refusal(other, ada) == nil) }
        clock.advance(by: wait)
        #expect(refusal(act, ada) == nil)
        #expect(refusal(act, ada)?.code == .rateLimited)
    }

    @Test("too many uploads, parts, ends and downloads are refused over HTTP, with the time to wait")
    func routes() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-rates-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await RunningServer.serve {
            $0.media.folder = path
            $0.rateLimits.isOn = true
            $0.rateLimits.uploadsAtOnce = 2
            $0.rateLimits.uploadPartsAtOnce = 1
            $0.rateLimits.finishedUploadsAtOnce = 1
            $0.rateLimits.downloadsAtOnce = 1
        } _: { server in
            let token = try await server.signUp("Ann").accessToken
            let id: MediaID = TestMedia.identifier()
            let json = String(
                decoding: UploadRequest(id: id, name: "x", bytes: 1, type: "text/plain").json, as: UTF8.self)
            let requests =
                [
                    ("POST", "/v1/media", json), ("GET", "/v1/media/\(id)/upload", nil),
                    ("PATCH", "/v1/media/\(id)/upload?offset=0", "x"), ("POST", "/v1/media/\(id)/finish", "{}"),
                    ("GET", "/v1/media/\(id)", nil),
                ] as [(String, String, String?)]
            for (method, path, body) in requests {
                #expect(try await server.ask(method, path, body, token: token).status == 200, "\(method) \(path)")
            }
            for (method, path, body) in requests + [("DELETE", "/v1/media/\(id)", nil)] {
                let refused = try await server.ask(method, path, body, token: token)
                #expect(refused.status == 429, "\(method) \(path)")
                #expect(refused.headers["retry-after"] == "1")
            }
        }
    }
}
