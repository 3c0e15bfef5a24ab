import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Media over HTTP")
struct MediaRouteTests {
    private let text = "0123456789abcdefghij"

    /// A server with a folder for media, and a user who uploaded ``text`` as a file.
    private func serve(
        named name: String = "notes.txt",
        _ body: @escaping @Sendable (RunningServer, SignedIn, MediaID) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await RunningServer.serve {
            $0.media.folder = path
        } _: { [text] server in
            let ann = try await server.signUp("Ann")
            let id: MediaID = TestMedia.identifier()
            let request = UploadRequest(id: id, name: name, bytes: Int64(text.utf8.count), type: "text/plain")
            let json = String(decoding: request.json, as: UTF8.self)
            let begun = try await server.ask("POST", "/v1/media", json, token: ann.accessToken)
            #expect(begun.status == 200)
            let part = try await server.ask(
                "PATCH", "/v1/media/\(id)/upload?offset=0", text, token: ann.accessToken)
            #expect(try UploadState.decode(part.body).offset == Int64(text.utf8.count))
            let finished = try await server.ask("POST", "/v1/media/\(id)/finish", "{}", token: ann.accessToken)
            #expect(finished.status == 200)
            try await body(server, ann, id)
        }
    }

    @Test("a part has at most as many bytes as the limit")
    func partLimit() async throws {
        try await serve { server, ann, _ in
            let id: MediaID = TestMedia.identifier()
            let bytes = Int64(2 * Limits.uploadPartBytes)
            let request = UploadRequest(id: id, name: "large", bytes: bytes, type: "text/plain")
            _ = try await server.ask(
                "POST", "/v1/media", String(decoding: request.json, as: UTF8.self), token: ann.accessToken)
            let path = "/v1/media/\(id)/upload?offset="
            let part = String(repeating: "x", count: Limits.uploadPartBytes)
            let taken = try await server.ask("PATCH", path + "0", part, token: ann.accessToken)
            #expect(taken.status == 200)
            let refused = try await server.ask("PATCH", path + "\(part.count)", part + "x", token: ann.accessToken)
            #expect(refused.refusal?.code == .tooLarge)
        }
    }

    @Test("a user's picture is served in its two sizes, and in no other")
    func pictureSizes() async throws {
        try await serve { server, ann, id in
            for side in Limits.previewSides + Limits.pictureSides {
                let answer = try await server.ask("GET", "/v1/media/\(id)?size=\(side)", token: ann.accessToken)
                #expect(answer.refusal?.code == .notFound, "it is no picture")
            }
            let other = try await server.ask("GET", "/v1/media/\(id)?size=97", token: ann.accessToken)
            #expect(other.refusal?.code == .invalidRequest)
        }
    }

    @Test("a file is served whole or in a range, and only as a download")
    func ranges() async throws {
        try await serve { server, ann, id in
            let whole = try await server.ask("GET", "/v1/media/\(id)", token: ann.accessToken)
            #expect(whole.status == 200)
            #expect(whole.body == text)
            #expect(whole.headers["content-type"] == "application/octet-stream")
            #expect(whole.headers["x-content-type-options"] == "nosniff")
            #expect(whole.headers["content-security-policy"]?.contains("sandbox") == true)
            #expect(
                whole.headers["content-disposition"]
                    == "attachment; filename=\"notes.txt\"; filename*=UTF-8''notes.txt")
            let part = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken, headers: [("Range", "bytes=5-9")])
            #expect(part.status == 206)
            #expect(part.body == "56789")
            #expect(part.headers["content-range"] == "bytes 5-9/20")
            let end = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken, headers: [("Range", "bytes=-3")])
            #expect(end.body == "hij")
            let outside = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken, headers: [("Range", "bytes=20-")])
            #expect(outside.status == 416)
            #expect(outside.headers["content-range"] == "bytes */20")
            let tag = try #require(whole.headers["etag"])
            let same = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken, headers: [("If-None-Match", tag)])
            #expect(same.status == 304)
            let changed = try await server.ask(
                "GET", "/v1/media/\(id)", token: ann.accessToken,
                headers: [("Range", "bytes=5-9"), ("If-Range", "\"other\"")])
            #expect(changed.status == 200)
        }
    }

    @Test("a file name that is a path, a header or a trick arrives as a plain name")
    func names() async throws {
        try await serve(named: "../../etc/\r\nSet-Cookie: x\"ün\u{202E}gpj.exe") { server, ann, id in
            let whole = try await server.ask("GET", "/v1/media/\(id)", token: ann.accessToken)
            #expect(whole.headers["set-cookie"] == nil)
            #expect(
                whole.headers["content-disposition"]
                    == "attachment; filename=\"Set-Cookie_ x__ngpj.exe\"; filename*=UTF-8''Set-Cookie_%20x_%C3%BCngpj.exe"
            )
        }
    }

    @Test("without a session there is nothing, and another user gets not found")
    func strangers() async throws {
        try await serve { server, _, id in
            #expect(try await server.ask("GET", "/v1/media/\(id)").status == 401)
            let bob = try await server.signUp("Bob")
            let asked = try await server.ask("GET", "/v1/media/\(id)", token: bob.accessToken)
            #expect(asked.status == 404)
            #expect(asked.refusal?.code == .mediaGone)
            let preview = try await server.ask("GET", "/v1/media/\(id)?size=77", token: bob.accessToken)
            #expect(preview.refusal?.code == .invalidRequest)
        }
    }
}
