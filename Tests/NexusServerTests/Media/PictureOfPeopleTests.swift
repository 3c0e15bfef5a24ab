import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Pictures of users and groups")
struct PictureOfPeopleTests {
    private struct Team: Sendable {
        let media: TestMedia
        let ann: UserID
        let bob: UserID
        let cleo: UserID
        let group: ConversationID

        init(_ media: TestMedia) async throws {
            self.media = media
            (ann, bob, cleo) = (
                try await media.person("Ann"), try await media.person("Bob"), try await media.person("Cleo")
            )
            group = TestMedia.identifier()
            try await media.apply(.createGroup(group, title: "Plans", members: [bob]), by: ann)
        }

        func picture(by user: UserID) async throws -> Media {
            try await media.upload(TestPictures.jpeg(orientation: 6), name: "me.jpg", type: "image/jpeg", by: user)
        }

        @discardableResult
        func show(_ picture: Media?, by user: UserID) async throws -> Applied {
            let change = picture.map { PictureChange.chosen($0.id) } ?? .removed
            return try await media.apply(.updateProfile(ProfileChange(picture: change)), by: user)
        }

        @discardableResult
        func describe(_ change: DescriptionChange, by user: UserID) async throws -> Applied {
            try await media.apply(.describe(group, change), by: user)
        }

        func block(_ other: UserID, by user: UserID, _ isBlocked: Bool = true) async throws -> Applied {
            try await media.apply(.updateRelation(other, RelationChange(isBlocked: isBlocked)), by: user)
        }

        /// The error for a user who requests a picture; `nil` on success.
        func refusalOf(_ picture: Media, for user: UserID) async throws -> ErrorCode? {
            try await refusal { _ = try await media.bytes(picture.id, preview: 96, by: user) }
        }

        /// The picture of a user in the rows of another.
        func shown(of user: UserID, to viewer: UserID) async throws -> MediaID? {
            let history = HistoryService()
            let changes = try await media.database.read {
                try history.changes(of: group, after: 0, for: viewer, in: $0)
            }
            return changes.members.first { $0.user == user }?.picture
        }

        func found(_ user: UserID, by viewer: UserID) async throws -> User? {
            try await media.database.read {
                try AccountRepository.people(PeopleQuery(limit: 9), for: viewer, in: $0).map(\.user)
            }.first { $0.id == user }
        }
    }

    @Test("are announced by a change of every shared conversation, in the user's own stream, and in the directory")
    func told() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let picture = try await team.picture(by: team.ann)
            let applied = try await team.show(picture, by: team.ann)
            #expect(applied.own?.profile?.user.picture == picture.id)
            #expect(applied.publications.map(\.change.conversation) == [team.group])
            #expect(applied.publications.first?.change.members.first?.picture == picture.id)
            #expect(try await team.shown(of: team.ann, to: team.bob) == picture.id)
            #expect(try await team.found(team.ann, by: team.cleo)?.picture == picture.id)
            let removed = try await team.show(nil, by: team.ann)
            #expect(removed.publications.first?.change.members.first?.picture == nil)
            #expect(try await team.shown(of: team.ann, to: team.bob) == nil)
            #expect(try await team.show(nil, by: team.ann).publications.isEmpty, "what is so already changes nothing")
        }
    }

    @Test("have 96 and at most 800 pixels, upright and without camera data")
    func sizes() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let large = try await media.upload(
                TestPictures.png(width: 1_600, height: 400), name: "me.png", type: "image/png", by: team.ann)
            try await team.show(large, by: team.ann)
            let small = try await media.upload(
                try await media.bytes(large.id, preview: 96, by: team.bob), type: "image/webp", by: team.bob)
            #expect((small.width, small.height) == (96, 24))
            let whole = try await media.upload(
                try await media.bytes(large.id, preview: 800, by: team.bob), type: "image/webp", by: team.bob)
            #expect((whole.width, whole.height) == (800, 200))
            let photo = try await team.picture(by: team.ann)
            try await team.show(photo, by: team.ann)
            for side in Limits.pictureSides {
                let bytes = try await media.bytes(photo.id, preview: side, by: team.bob)
                #expect(!bytes.holds(TestPictures.place))
                let again = try await media.upload(bytes, type: "image/webp", by: team.bob)
                #expect((again.width, again.height) == (16, 32))
            }
        }
    }

    @Test("must be a finished picture of the user's own, or the change is refused")
    func refused() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let kept = try await team.picture(by: team.ann)
            try await team.show(kept, by: team.ann)
            let file = try await media.upload([1, 2, 3], by: team.ann)
            #expect(try await refusal { try await team.show(file, by: team.ann) } == .attachmentInvalid)
            #expect(
                try await refusal { try await team.describe(.init(picture: .chosen(file.id)), by: team.ann) }
                    == .attachmentInvalid)
            let others = try await team.picture(by: team.bob)
            #expect(try await refusal { try await team.show(others, by: team.ann) } == .mediaGone)
            let begun = try await media.begin([1, 2], by: team.ann)
            #expect(
                try await refusal {
                    try await media.apply(.updateProfile(ProfileChange(picture: .chosen(begun))), by: team.ann)
                } == .mediaGone)
            #expect(try await team.shown(of: team.ann, to: team.bob) == kept.id)
        }
    }

    @Test("a user's picture is served to those who may find them or share a conversation, until it is replaced")
    func access() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let picture = try await team.picture(by: team.ann)
            #expect(try await team.refusalOf(picture, for: team.bob) == .mediaGone, "nobody shows it yet")
            try await team.show(picture, by: team.ann)
            #expect(try await team.refusalOf(picture, for: team.bob) == nil)
            #expect(try await team.refusalOf(picture, for: team.cleo) == nil)
            // Cleo does not find users whom she has blocked; Bob still shares the group.
            _ = try await team.block(team.ann, by: team.cleo)
            _ = try await team.block(team.ann, by: team.bob)
            #expect(try await team.refusalOf(picture, for: team.cleo) == .mediaGone)
            #expect(try await team.refusalOf(picture, for: team.bob) == nil)
            try await team.show(try await team.picture(by: team.ann), by: team.ann)
            #expect(try await team.refusalOf(picture, for: team.bob) == .mediaGone)
            #expect(try await team.refusalOf(picture, for: team.ann) == nil)
        }
    }

    @Test(
        "a blocked user sees no picture and description, gets no changes of them, and sees both again after unblocking")
    func blocked() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let picture = try await team.picture(by: team.ann)
            try await team.show(picture, by: team.ann)
            try await media.apply(.updateProfile(ProfileChange(about: "Away on Fridays")), by: team.ann)
            #expect(try await team.found(team.ann, by: team.bob)?.about == "Away on Fridays")
            let blocking = try await team.block(team.bob, by: team.ann)
            let publication = try #require(blocking.publications.first)
            #expect(publication.change(hidingFrom: team.bob)?.members.first?.picture == nil)
            #expect(try await team.shown(of: team.ann, to: team.bob) == nil)
            #expect(try await team.refusalOf(picture, for: team.bob) == .mediaGone)
            let found = try #require(try await team.found(team.ann, by: team.bob))
            #expect(found.picture == nil && found.about.isEmpty)
            let other = try await team.picture(by: team.ann)
            let change = try #require(try await team.show(other, by: team.ann).publications.first)
            #expect(change.change(hidingFrom: team.bob)?.members.first?.picture == nil)
            #expect(change.change.members.first?.picture == other.id)
            let unblocking = try await team.block(team.bob, by: team.ann, false)
            #expect(unblocking.publications.first?.hidden.isEmpty == true)
            #expect(try await team.shown(of: team.ann, to: team.bob) == other.id)
            #expect(try await team.refusalOf(other, for: team.bob) == nil)
        }
    }

    @Test("a group's picture and description can be changed by any member, reach all of them, and no one else")
    func group() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let picture = try await team.picture(by: team.bob)
            let applied = try await team.describe(
                DescriptionChange(about: "  Dates\nand plans ", picture: .chosen(picture.id)), by: team.bob)
            #expect(applied.change?.info?.about == "Dates\nand plans")
            #expect(applied.change?.info?.picture == picture.id)
            #expect(try await team.refusalOf(picture, for: team.ann) == nil)
            #expect(try await team.refusalOf(picture, for: team.cleo) == .mediaGone)
            #expect(
                try await refusal { try await team.describe(DescriptionChange(about: "Mine"), by: team.cleo) }
                    == .conversationGone)
            // Absent fields are unchanged, also by a new title.
            try await media.apply(.rename(team.group, title: "Dates"), by: team.ann)
            let emptied = try await team.describe(DescriptionChange(about: ""), by: team.ann)
            #expect(emptied.change?.info?.title == "Dates")
            #expect(emptied.change?.info?.picture == picture.id)
            try await media.apply(.removeMember(team.group, user: team.bob), by: team.ann)
            #expect(try await team.refusalOf(picture, for: team.ann) == nil, "it stays when who chose it goes")
            try await team.describe(DescriptionChange(picture: .removed), by: team.ann)
            #expect(try await team.refusalOf(picture, for: team.ann) == .mediaGone)
        }
    }

    @Test("a direct conversation has neither, and a too long text is refused")
    func limits() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let direct = try await media.direct(team.ann, team.bob)
            #expect(
                try await refusal { try await media.apply(.describe(direct, .init(about: "Us")), by: team.ann) }
                    == .forbidden)
            let longest = String(repeating: "d", count: Limits.descriptionCharacters)
            try await team.describe(DescriptionChange(about: longest), by: team.ann)
            #expect(
                try await refusal { try await team.describe(DescriptionChange(about: longest + "d"), by: team.ann) }
                    == .textTooLong)
            let line = String(repeating: "l", count: Limits.aboutCharacters)
            try await media.apply(.updateProfile(ProfileChange(about: line)), by: team.ann)
            #expect(
                try await refusal {
                    try await media.apply(.updateProfile(ProfileChange(about: line + "l")), by: team.ann)
                }
                    == .textTooLong)
        }
    }

    @Test("stay while they are shown; replaced ones are deleted after a day with their sizes")
    func collected() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let (mine, ours) = (
                try await team.picture(by: team.ann),
                try await media.upload(TestPictures.jpeg, type: "image/jpeg", by: team.ann)
            )
            try await team.show(mine, by: team.ann)
            try await team.describe(DescriptionChange(picture: .chosen(ours.id)), by: team.ann)
            #expect(try await team.refusalOf(mine, for: team.bob) == nil)
            media.clock.advance(by: 3 * Limits.unusedMediaMilliseconds)
            #expect(try await media.service.collect() == 0)
            try await media.service.discard(ours.id, by: team.ann)
            #expect(try await team.refusalOf(ours, for: team.bob) == nil, "what is shown cannot be given up")
            try await team.show(nil, by: team.ann)
            try await team.describe(DescriptionChange(picture: .removed), by: team.ann)
            #expect(try await media.service.collect() == 0)
            media.clock.advance(by: Limits.unusedMediaMilliseconds)
            #expect(try await media.service.collect() == 2)
            #expect(media.files(in: "blobs").isEmpty)
        }
    }

    @Test("a change that is rolled back shows nothing")
    func rolledBack() async throws {
        try await TestMedia.with { media in
            let team = try await Team(media)
            let picture = try await team.picture(by: team.ann)
            struct Trouble: Error {}
            let operations = media.operations
            await #expect(throws: Trouble.self) {
                try await media.database.write {
                    [clock = media.clock, ann = team.ann, group = team.group] transaction in
                    for kind in [
                        NexusCore.Operation.Kind.updateProfile(ProfileChange(picture: .chosen(picture.id))),
                        .describe(group, DescriptionChange(about: "Lost", picture: .chosen(picture.id))),
                    ] {
                        let operation = NexusCore.Operation(id: TestMedia.identifier(), kind: kind)
                        _ = try operations.apply(operation, by: ann, in: transaction, now: clock.now)
                    }
                    throw Trouble()
                }
            }
            let applied = try await team.describe(DescriptionChange(about: "Kept"), by: team.bob)
            #expect(applied.change?.info?.picture == nil)
            let roles = try await media.apply(.setRole(team.group, user: team.bob, role: .owner), by: team.ann)
            #expect(roles.change?.members.allSatisfy { $0.picture == nil } == true)
        }
    }
}
