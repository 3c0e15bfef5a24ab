import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The team's picture")
struct TeamPictureTests {
    private struct Team: Sendable {
        let media: TestMedia
        let policy: PolicyService
        let ada: UserID
        let ben: UserID

        init(_ media: TestMedia) async throws {
            self.media = media
            (ada, ben) = (try await media.person("Ada"), try await media.person("Ben"))
            policy = PolicyService(
                database: media.database, joining: JoinRule(isForcedOpen: true),
                now: { [clock = media.clock] in clock.now },
                sessionRestricted: { _, _ in })
            try await media.database.write { [ada] in
                try $0.run("UPDATE users SET is_administrator = 1 WHERE id = $1", .id(ada))
            }
        }

        func picture(by user: UserID) async throws -> MediaID {
            try await media.upload(
                TestPictures.jpeg(orientation: 6), name: "team.jpg", type: "image/jpeg", by: user
            ).id
        }

        func set(_ picture: MediaID?, by user: UserID) async throws -> ServerInfo {
            try await policy.update(PolicyChange(picture: picture.map { .chosen($0) } ?? .removed), by: user)
        }

        func served(_ side: Int = 96) async throws -> [UInt8] {
            let served = try await media.service.serveTeamPicture(preview: side)
            return try await media.service.bytes(of: served)
        }
    }

    @Test("is an administrator's own upload of a picture, is in the audit log, and can be removed")
    func sets() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let (mine, other) = (try await team.picture(by: team.ada), try await team.picture(by: team.ben))
            let file = try await media.upload(TestMedia.noise(10), by: team.ada).id
            let open = try await media.begin(TestPictures.jpeg, name: "a.jpg", type: "image/jpeg", by: team.ada)
            #expect(try await refusal { _ = try await team.set(mine, by: team.ben) } == .forbidden)
            #expect(try await refusal { _ = try await team.set(other, by: team.ada) } == .mediaGone)
            #expect(try await refusal { _ = try await team.set(open, by: team.ada) } == .mediaGone)
            #expect(try await refusal { _ = try await team.set(TestMedia.identifier(), by: team.ada) } == .mediaGone)
            #expect(try await refusal { _ = try await team.set(file, by: team.ada) } == .attachmentInvalid)
            #expect(try await refusal { _ = try await team.served() } == .notFound)
            #expect(try await team.set(mine, by: team.ada).picture == mine)
            #expect(try await team.policy.update(PolicyChange(team: "Engines"), by: team.ada).picture == mine)
            #expect(try await team.set(nil, by: team.ada).picture == nil)
            #expect(try await refusal { _ = try await team.served() } == .notFound)
            let notes = try await media.database.read { reader in
                try reader.all("SELECT note FROM audit ORDER BY number") { try $0.next(String.self) }
            }
            #expect(notes == ["picture: changed", "team: Engines", "picture: none"])
        }
    }

    @Test("is served as a small picture, without the camera's data, also to people who are not signed in")
    func serves() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            _ = try await team.set(try await team.picture(by: team.ada), by: team.ada)
            for side in Limits.pictureSides {
                let bytes = try await team.served(side)
                #expect(bytes.starts(with: Array("RIFF".utf8)))
                #expect(!bytes.holds(TestPictures.place))
            }
        }
    }

    @Test("is kept while it is shown, also after its administrator is gone, and collected a day after it was replaced")
    func kept() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let (first, second) = (try await team.picture(by: team.ada), try await team.picture(by: team.ada))
            _ = try await team.set(first, by: team.ada)
            try await media.service.discard(first, by: team.ada)
            media.clock.advance(by: 3 * 86_400_000)
            #expect(try await media.service.collect() == 1, "the other one, which nothing shows")
            _ = try await team.served()
            _ = second
            let third = try await team.picture(by: team.ada)
            _ = try await team.set(third, by: team.ada)
            #expect(try await media.service.collect() == 0)
            media.clock.advance(by: 2 * 86_400_000)
            #expect(try await media.service.collect() == 1)
        }
    }
}
