import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The picture of a provider's account")
struct ProviderPictureTests {
    private func serve(
        isUnchecked: Bool = true, log: LogLines? = nil,
        _ body: @Sendable (RunningServer, StandInProvider) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-media-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await StandInProvider.serve(
            configure: {
                $0.media.folder = path
                guard isUnchecked else { return }
                $0.signIn.pictures.schemes.insert("http")
                $0.signIn.pictures.isAllowed = { _ in true }
            }, logger: log?.logger, body)
    }

    private func person(_ name: String, _ provider: StandInProvider) -> StandInProvider.Person {
        var person = StandInProvider.Person(name)
        person.claims["picture"] = .text(provider.issuer + "/picture")
        return person
    }

    private func picture(of person: SignedIn, _ server: RunningServer) async throws -> MediaID? {
        try Profile.decode(try await server.ask("GET", "/v1/profile", token: person.accessToken).body).user.picture
    }

    @Test("is taken over after the first sign-in, decoded again, and never after that")
    func first() async throws {
        try await serve { server, provider in
            provider.behave { $0.picture = TestPictures.jpeg(orientation: 6) }
            let grace = try SignedIn.decode(
                try await server.enter(person("Grace", provider), with: provider).body)
            try await eventually("the picture is there") { try await picture(of: grace, server) != nil }
            let taken = try #require(try await picture(of: grace, server))
            let served = try await server.ask("GET", "/v1/media/\(taken)?size=96", token: grace.accessToken)
            #expect(served.status == 200)
            #expect(served.headers["content-type"] == "image/webp")
            let none = ProfileChange(picture: .removed)
            try await server.apply(
                Operation(id: TestMedia.identifier(), kind: .updateProfile(none)), token: grace.accessToken)
            let again = try SignedIn.decode(
                try await server.enter(person("Grace", provider), with: provider).body)
            // Another new person's comes after it in the queue.
            let ben = try SignedIn.decode(try await server.enter(person("Ben", provider), with: provider).body)
            try await eventually("the next picture is there") { try await picture(of: ben, server) != nil }
            #expect(try await picture(of: again, server) == nil)
            #expect(provider.requests.filter { $0 == "/picture" }.count == 2)
        }
    }

    @Test("that is none, too large or at an address of this network changes nothing, and is in the log")
    func refused() async throws {
        for bytes in [Array("<svg/>".utf8), [UInt8](repeating: 0xFF, count: ProviderPictures.bytes + 1), nil] {
            let log = LogLines()
            try await serve(isUnchecked: bytes != nil, log: log) { server, provider in
                provider.behave { $0.picture = bytes ?? TestPictures.jpeg }
                let grace = try SignedIn.decode(
                    try await server.enter(person("Grace", provider), with: provider).body)
                try await eventually("it is in the log") {
                    log.all.contains { $0.contains("picture was not taken over") }
                }
                #expect(try await picture(of: grace, server) == nil)
                #expect(provider.requests.contains("/picture") == (bytes != nil))
            }
        }
    }
}
